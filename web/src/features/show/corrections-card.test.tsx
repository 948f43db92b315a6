import type { ChangedSong } from '@called-it/shared/contract/corrections'
import { type Correction, correctionEndpoints } from '@called-it/shared/contract/corrections'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { openShow, playedShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { liveShowOf, systemCardsAre } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { ShowPage } from './show-page.tsx'

const scored = playedShow(5, '2026-06-20', { version: 2 })

const moved = (id: number): ChangedSong => ({
  id,
  name: `Song ${id}`,
  before: [{ set: 'set1', position: id, special: null }],
  after: [{ set: 'set2', position: 4, special: null }],
  countsAs: null,
})
const correctionOf = (at: string, songs: number, rest: Partial<Correction> = {}): Correction => ({
  at,
  source: 'source',
  songs: Array.from({ length: songs }, (_, index) => moved(index + 1)),
  raised: 1_204,
  lowered: 1,
  ...rest,
})

function openPage(show: Show, ...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    visitor,
    systemCardsAre(),
    fake(showEndpoints.getShow, { ok: show }),
    fake(liveShowEndpoints.getLiveShow, {
      ok: liveShowOf({ performances: [], phase: 'locked', openSet: null }),
    }),
    fake(showPickEndpoints.getCrowd, {
      ok: { players: 60, card: predictionOf(5).setlist, songs: [], openers: [] },
    }),
    fake(showEndpoints.getShowStatus, {
      ok: { isScored: show.is_scored, isOpen: false, hasSetlist: false, players: 60 },
    }),
    fake(showEndpoints.getSetlist, { ok: { setlistdata: 'Set 1: Ghost', setlistnotes: null } }),
  )
  return { requests, ...renderPage(<ShowPage />, { at: '/shows/5', pattern: '/shows/:showId' }) }
}

const { listCorrections } = correctionEndpoints
const correctionsAre = (corrections: Correction[]) => fake(listCorrections, { ok: { corrections } })
const card = () => screen.findByRole('region', { name: 'corrections' })
const revealed = () => screen.findByRole('region', { name: 'what was picked' })

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('page of a show: corrections', () => {
  test('lists them with time, source, songs and effect, newest first', async () => {
    openPage(
      scored,
      correctionsAre([
        correctionOf('2026-06-23T12:00:00Z', 1, { source: 'hand', raised: 0, lowered: 0 }),
        correctionOf('2026-06-22T12:00:00Z', 2),
      ]),
    )
    const texts = [...(await card()).querySelectorAll('ol > li')].map(({ textContent }) => textContent)
    expect(texts).toEqual([
      expect.stringMatching(
        /^Jun 23, 2026, .* · by an adminSong 1 moved to set 2, slot 4Nobody's points changed\.$/,
      ),
      expect.stringMatching(
        / · from the data siteSong 1 .*Song 2 .*1,204 fans gained points, 1 lost some\.$/,
      ),
    ])
  })

  test('shows five songs of a correction, and the rest on demand', async () => {
    const { user } = openPage(scored, correctionsAre([correctionOf('2026-06-22T12:00:00Z', 7)]))
    const songs = () => screen.getAllByText(/moved to/)
    await card()
    expect(songs()).toHaveLength(5)
    await user.click(screen.getByRole('button', { name: '2 more' }))
    expect(songs()).toHaveLength(7)
    expect(document.activeElement).toBe(await card())
  })

  test('shows nothing without corrections or scores', async () => {
    const { unmount } = openPage(scored, correctionsAre([]))
    await revealed()
    expect(screen.queryByRole('region', { name: 'corrections' })).toBeNull()
    unmount()
    const { requests } = openPage(openShow(5, '2026-06-20', { is_open: false, phase: 'ended' }))
    await revealed()
    expect(requests).not.toContain('GET /api/shows/5/corrections')
  })

  test('shows one that arrives while the page is open', async () => {
    let corrections: Correction[] = []
    openPage(
      scored,
      fake(listCorrections, () => ({ ok: { corrections } })),
    )
    await revealed()
    corrections = [correctionOf('2026-06-22T12:00:00Z', 1)]
    act(() => deliver('show:changed', { topic: 'show:5', from: 2, to: 3, show: { ...scored, version: 3 } }))
    expect(within(await card()).getByText('Song 1 moved to set 2, slot 4')).toBeDefined()
  })

  test('recovers from a failed request by try again', async () => {
    const { user } = openPage(
      scored,
      failOnce(listCorrections, { ok: { corrections: [correctionOf('2026-06-22T12:00:00Z', 1)] } }),
    )
    await screen.findByText('The corrections could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('Song 1 moved to set 2, slot 4')).toBeDefined()
  })
})
