import { type PickLock, type PickProof, pickProofEndpoints } from '@called-it/shared/contract/pick-proofs'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { loggedIn, openShow, playedShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre, recentShowsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as files from '../../../lib/browser/save-blob.ts'
import { deliver } from '../../../lib/events/deliver.ts'
import { ProofPage } from './proof-page.tsx'

const LOCK = Date.parse('2026-06-20T23:30:00Z')
const played = playedShow(5, '2026-06-20')
const open = openShow(5, '2026-06-20')
const showIs = (ok: Show) => fake(showEndpoints.getShow, { ok })
const lockOf = (number: number, rest: Partial<PickLock> = {}): PickLock => ({
  number,
  locked_at: '2026-06-20T23:30:00Z',
  created_at: '2026-06-20T23:30:03Z',
  leaves: 1_204,
  root: String(number).repeat(64),
  replaced_at: null,
  ...rest,
})
const locksAre = (...locks: PickLock[]) => fake(pickProofEndpoints.listPickLocks, { ok: { locks } })
const own = predictionsAre(predictionOf(5))

function openPage(...routes: FakeRoute[]) {
  const requests = fakeApi(...routes, visitor, own)
  return { requests, ...renderPage(<ProofPage />, { at: '/shows/5/proof', pattern: '/shows/:showId/proof' }) }
}

const region = (name: string | RegExp) => screen.findByRole('region', { name })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(LOCK + 5_000)
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => vi.useRealTimers())

describe('proof of the picks', () => {
  test('explains itself in five sentences, beside root and count', async () => {
    openPage(showIs(played), locksAre(lockOf(1)))
    expect(await screen.findByText('1'.repeat(64))).toBeDefined()
    const root = await region('the fingerprint')
    expect(root.textContent).toContain('1,204 cards')
    expect(within(await region('what it proves')).getAllByRole('listitem')).toHaveLength(5)
    expect(screen.getByRole('link', { name: 'Hall 5' }).getAttribute('href')).toBe('/shows/5')
  })

  test('links the script, and asks a visitor to log in for the proof', async () => {
    openPage(showIs(played), locksAre(lockOf(1)))
    const script = await screen.findByRole('link', { name: 'verify-proof.mjs' })
    expect(script.getAttribute('href')).toBe('/verify-proof.mjs')
    expect(await screen.findByRole('link', { name: 'log in for your proof' })).toBeDefined()
    expect(screen.getByText('node verify-proof.mjs proof-2026-06-20.json')).toBeDefined()
  })

  test('saves the own proof as a file, and says why it cannot', async () => {
    const proof: PickProof = {
      leaf: { show: 'p-5', date: '2026-06-20', player: 7, picks: ['owl-hours', null], salt: 'a'.repeat(64) },
      index: 3,
      tree_size: 1_204,
      path: ['b'.repeat(64)],
      root: '1'.repeat(64),
    }
    const saved = vi.spyOn(files, 'saveBlob').mockImplementation(() => {})
    const { user } = openPage(
      showIs(played),
      locksAre(lockOf(1)),
      loggedIn,
      failOnce(pickProofEndpoints.getOwnProof, { ok: proof }, 'prediction_not_found'),
    )
    const button = await screen.findByRole('button', { name: 'download my proof' })
    await user.click(button)
    expect(await screen.findByText('No prediction found for this show')).toBeDefined()
    await user.click(button)
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce())
    const [blob, name] = saved.mock.calls[0] ?? []
    expect(name).toBe('proof-2026-06-20.json')
    expect(JSON.parse((await blob?.text()) ?? '')).toEqual(proof)
  })

  test('offers no proof to a fan who has not picked the show', async () => {
    openPage(showIs(played), locksAre(lockOf(1)), loggedIn, predictionsAre(predictionOf(6)))
    const root = (await screen.findByText('1'.repeat(64))).parentElement
    await vi.waitFor(() => expect(root?.children).toHaveLength(3))
  })

  test('shows the root of the last lock only', async () => {
    openPage(showIs(played), locksAre(lockOf(2), lockOf(1, { replaced_at: '2026-06-20T23:40:00Z' })))
    expect(await screen.findByText('2'.repeat(64))).toBeDefined()
    expect(screen.queryByText('1'.repeat(64))).toBeNull()
  })
})

describe('proof of the picks without a root', () => {
  test('says that picks are open, and asks until the root is there', async () => {
    vi.setSystemTime(LOCK - 5_000)
    let locks: PickLock[] = []
    openPage(
      showIs(open),
      fake(pickProofEndpoints.listPickLocks, () => ({ ok: { locks } })),
    )
    expect(await screen.findByText('Picks are still open.')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText('Working out the fingerprint.')).toBeDefined()
    locks = [lockOf(1)]
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByText('1'.repeat(64))).toBeDefined()
  })

  test('hides the root when an admin opens the picks again', async () => {
    const locks = [lockOf(1)]
    openPage(showIs({ ...open, is_open: false }), locksAre(...locks))
    await screen.findByText('1'.repeat(64))
    const locks_at = new Date(LOCK + 3_600_000).toISOString()
    act(() =>
      deliver('show:changed', {
        topic: 'show:5',
        from: 1,
        to: 2,
        show: { ...open, locks_at, closes_at: locks_at, version: 2 },
      }),
    )
    expect(await screen.findByText('Picks are still open.')).toBeDefined()
    expect(screen.queryByText('1'.repeat(64))).toBeNull()
  })

  test.each([
    ['Nobody picked this show.', played, [lockOf(1, { root: null, leaves: 0 })]],
    ['This show was cancelled after its picks had closed.', { ...played, is_cancelled: true }, [lockOf(1)]],
    ['This show is cancelled.', { ...played, is_cancelled: true }, []],
    ['This show has no fingerprint.', { ...played, locks_at: '2026-06-20T22:00:00Z' }, []],
  ])('says: %s', async (text, show, locks) => {
    openPage(showIs(show), locksAre(...locks))
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'verify-proof.mjs' })).toBeNull()
  })

  test('says that there is no such show', async () => {
    openPage(fake(showEndpoints.getShow, { error: 'show_not_found' }))
    expect(await screen.findByText('There is no such show.')).toBeDefined()
  })

  test('recovers from failed requests by try again', async () => {
    const none: FakeRoute[] = [upcomingShowsAre(), recentShowsAre()]
    const { user } = openPage(
      failOnce(showEndpoints.getShow, { ok: played }),
      failOnce(pickProofEndpoints.listPickLocks, { ok: { locks: [lockOf(1)] } }),
      ...none,
    )
    await screen.findByText('The show could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    await screen.findByText('The fingerprint could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('1'.repeat(64))).toBeDefined()
  })
})
