import { predictionEndpoints } from '@called-it/shared/contract/predictions'
import { replayEndpoints } from '@called-it/shared/contract/replays'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { loggedIn, playedShow, predictionOf } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ReplayPage } from './replay-page.tsx'

const { getReplay } = replayEndpoints
const step = (...totals: [place: number, total: number][]) => ({
  histogram: packHistogram(totals.map(([, total]) => ({ total, players: 1 }))),
  top: totals,
})
const replay = fake(getReplay, {
  ok: {
    players: 2,
    performances: [1, 2, 3].map((at) => livePerformance(at, 'set1', at, at)),
    steps: [step([0, 15], [1, 0]), step([0, 15], [1, 10]), step([1, 20], [0, 15])],
    names: [{ id: 7, display_name: 'Ann Alder' }, null],
  },
})

function openReplay(at: string, ...routes: FakeRoute[]) {
  fakeApi(
    ...routes,
    fake(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') }),
    fake(predictionEndpoints.listPredictions, { ok: { predictions: [predictionOf(5)] } }),
    loggedIn,
    replay,
  )
  return renderPage(<ReplayPage />, { at: `/shows/5/replay${at}`, pattern: '/shows/:showId/replay' })
}

const slider = () => screen.findByRole('slider', { name: 'song' })
const board = () => cellsOfTable(screen.getByRole('table', { name: 'board' }))

describe('replay', () => {
  test('shows the board after the song of the slider, and writes the song to the address', async () => {
    const { address } = openReplay('?song=2')
    expect((await slider()).getAttribute('aria-valuetext')).toBe('song 2 of 3: Song 2, set 1')
    expect(board().at(-1)?.join(' ')).toContain('a fan')
    fireEvent.change(await slider(), { target: { value: 3 } })
    expect((await slider()).getAttribute('aria-valuetext')).toContain('song 3 of 3')
    expect(board().at(-1)?.join(' ')).toContain('Ann Alder')
    await waitFor(() => expect(address()).toBe('/shows/5/replay?song=3'))
  })

  test('stays within the setlist with any number in the address', async () => {
    openReplay('?song=99')
    expect((await slider()).getAttribute('aria-valuetext')).toContain('song 3 of 3')
    expect(screen.getByRole('button', { name: 'next song' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('says that a show has no scores yet', async () => {
    openReplay('', fake(getReplay, { error: 'show_not_scored' }))
    expect(await screen.findByText('This show has no scores yet.')).toBeDefined()
  })
})
