import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { loggedIn, openShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance, liveShowOf } from '@called-it/tests/support/web/live-show-factories'
import { predictionsAre } from '@called-it/tests/support/web/routes'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { deliver } from '../events/deliver.ts'
import { useOwnCard } from './own-card.ts'

const own = predictionsAre(predictionOf(5))

function openCard(initial: LiveShow | undefined, showId = 5) {
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const show = openShow(showId, '2026-06-20')
  return renderHook(({ live }) => useOwnCard(show, live), {
    wrapper,
    initialProps: { live: initial },
  })
}

/** Song 1 opened; one player has the same points, two have more. */
const second = liveShowOf({
  revision: 2,
  performances: [livePerformance(1, 'set1', 1, 1), livePerformance(2, 'set1', 2, 3)],
  histogram: packHistogram([
    { total: 30, players: 2 },
    { total: POINTS.correctSpecial + 3, players: 1 },
  ]),
})

describe('own card of a show that runs', () => {
  test('has points and rank, and what the newest revision changed', async () => {
    fakeApi(loggedIn, own)
    const { result, rerender } = openCard(liveShowOf())
    await waitFor(() => expect(result.current).not.toBeNull())
    expect(result.current).toMatchObject({ rank: 1, players: 3, rankBefore: null, lastGain: 0 })
    expect(result.current?.score).toMatchObject({
      total: POINTS.correctSpecial,
      hits: [{ isProvisional: true }],
    })
    expect(result.current?.picks.set1[0]).toEqual({ id: 1, name: 'Opener 5' })

    rerender({ live: second })
    expect(result.current).toMatchObject({ rank: 3, rankBefore: 1, lastGain: 3 })
    rerender({ live: { ...second, viewers: 9 } })
    expect(result.current).toMatchObject({ rank: 3, rankBefore: 1, lastGain: 3 })
    rerender({ live: liveShowOf({ revision: 3 }) })
    expect(result.current).toMatchObject({ rank: 1, rankBefore: 3, lastGain: -3 })
  })

  test('follows a merge of a picked song', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const before = predictionOf(5)
    const [, ...rest] = before.setlist.set1
    const set1 = [{ id: 77, name: 'Opener 5' }, ...rest]
    const replies = [before, { ...before, setlist: { ...before.setlist, set1 } }]
    const requests = fakeApi(
      loggedIn,
      fake(predictionEndpoints.listPredictions, () => ({
        ok: { predictions: replies.splice(0, 1) },
      })),
    )
    const { result } = openCard(liveShowOf({ performances: [livePerformance(1, 'set1', 1, 77)] }))
    await waitFor(() => expect(result.current?.score.total).toBe(0))
    act(() => deliver('catalogue:changed', { topic: 'catalogue', from: 0, to: 2 }))
    await waitFor(() => expect(result.current?.score.total).toBe(POINTS.correctSpecial))
    expect(requests.filter((made) => made.includes('predictions'))).toHaveLength(2)
  })

  test('is null for a visitor, without picks and before the show is loaded', async () => {
    fakeApi(visitor)
    expect(openCard(liveShowOf()).result.current).toBeNull()
    const requests = fakeApi(loggedIn, own)
    const cards = [openCard(liveShowOf(), 6), openCard(undefined)]
    await waitFor(() => expect(requests.filter((made) => made.includes('predictions'))).toHaveLength(2))
    expect(cards.map(({ result }) => result.current)).toEqual([null, null])
  })
})
