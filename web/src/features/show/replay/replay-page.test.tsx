import { type Replay, replayEndpoints } from '@called-it/shared/contract/replays'
import { showEndpoints } from '@called-it/shared/contract/shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { ann, loggedIn, playedShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { livePerformance } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { predictionsAre } from '@called-it/tests/support/web/routes'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ReplayPage } from './replay-page.tsx'

const { correctSpecial: SPECIAL } = POINTS

/** Wren leads after each song, Ann after the last one; a nameless fan has nothing. */
function stepOf(anns: number, wrens: number): Replay['steps'][number] {
  const totals = [anns, wrens, 0]
  const counts = Map.groupBy(totals, (total) => total)
  return {
    histogram: packHistogram([...counts].map(([total, { length }]) => ({ total, players: length }))),
    top: totals
      .map((total, place): [number, number] => [place, total])
      .sort(([, one], [, other]) => other - one),
  }
}

/** Ann has song 1 as the opener, song 2 in slot 2 of set 2, and song 3 as the first encore. */
const replay: Replay = {
  players: 3,
  performances: [
    livePerformance(1, 'set1', 1, 1),
    livePerformance(2, 'set2', 1, 9),
    livePerformance(3, 'set2', 2, 2),
    livePerformance(4, 'encore', 1, 3),
  ],
  steps: [
    stepOf(SPECIAL, SPECIAL + 3),
    stepOf(SPECIAL, SPECIAL + 3),
    stepOf(SPECIAL + 10, SPECIAL + 13),
    stepOf(3 * SPECIAL, SPECIAL + 13),
  ],
  names: [{ id: ann.id, display_name: ann.display_name }, { id: 9, display_name: 'Wren Alder' }, null],
}

const show = fake(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') })
const own = predictionsAre(predictionOf(5))
const replayIs = (ok: Replay) => fake(replayEndpoints.getReplay, { ok })

function openReplay(search: string, ...routes: FakeRoute[]) {
  fakeApi(...routes, show, own, visitor, replayIs(replay))
  return renderPage(<ReplayPage />, { at: `/shows/5/replay${search}`, pattern: '/shows/:showId/replay' })
}

const slider = () => screen.findByRole('slider', { name: 'song' })
const cells = () =>
  within(screen.getByRole('table', { name: 'board' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf(row, 'cell').join(' '))
const setlist = () => textsOf(screen.getByRole('region', { name: /^setlist/ }), 'listitem')

describe('replay', () => {
  test('shows setlist, board, own card and rank as they stood after a song', async () => {
    const { address } = openReplay('?song=3', loggedIn)
    const input = await slider()
    expect(input.getAttribute('aria-valuetext')).toBe('song 3 of 4: Song 2, set 2')
    expect(setlist()).toEqual([`1Song 1you +${SPECIAL}`, '1Song 9', '2Song 2you +10'])
    expect(cells()).toEqual([`1 ${SPECIAL + 13}`, `2 ${SPECIAL + 10}`, '3 0'])
    expect(screen.getByRole('row', { name: /Ann Alder/ }).textContent).toContain('you')
    const hero = screen.getByRole('region', { name: 'your score' })
    expect(hero.textContent).toContain(`${SPECIAL + 10}${SPECIAL + 10}+10 points so far#22 of 3`)
    expect(screen.getByText('brought 20 points to 3 cards')).toBeDefined()

    // The song closes set 2 as soon as the encore begins.
    fireEvent.change(input, { target: { value: '4' } })
    expect(input.getAttribute('aria-valuetext')).toBe('song 4 of 4: Song 3, encore')
    expect(setlist().at(2)).toBe(`2Song 2you +${SPECIAL}`)
    expect(cells()).toEqual([`1 ${3 * SPECIAL}`, `2 ${SPECIAL + 13}`, '3 0'])
    expect(within(hero).getByText(String(3 * SPECIAL), { selector: '.visually-hidden' })).toBeDefined()
    await waitFor(() => expect(address()).toBe('/shows/5/replay?song=4'))
  })

  test('plays a song a second once asked to, and stops at the end', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openReplay('')
    const input = await slider()
    const at = () => input.getAttribute('aria-valuetext')?.slice(0, 6)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(at()).toBe('song 1')
    fireEvent.click(screen.getByRole('button', { name: 'play' }))
    for (const song of ['song 2', 'song 3', 'song 4', 'song 4']) {
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      expect(at()).toBe(song)
    }
    expect(screen.getByText('encore, song 1: Song 3.', { selector: '[role=status]' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'previous song' }))
    expect(at()).toBe('song 3')
    fireEvent.click(screen.getByRole('button', { name: 'next song' }))
    fireEvent.click(screen.getByRole('button', { name: 'next song' }))
    fireEvent.click(screen.getByRole('button', { name: 'play' }))
    expect(at()).toBe('song 1')
    fireEvent.click(screen.getByRole('button', { name: 'pause' }))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(at()).toBe('song 1')
  })

  test('shows ten players, and the first hundred on demand', async () => {
    const names = Array.from({ length: 12 }, (_, id) => ({ id: 20 + id, display_name: `fan ${id}` }))
    const top = names.map((_, place): [number, number] => [place, 20 - place])
    const step = { histogram: packHistogram(top.map(([, total]) => ({ total, players: 1 }))), top }
    const { user } = openReplay(
      '',
      replayIs({ ...replay, players: 500, names, steps: [step, step, step, step] }),
    )
    await slider()
    expect(cells()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'the first 12' }))
    expect(cells()).toHaveLength(12)
  })

  test('asks again every two seconds while it is computed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let asked = 0
    const late = fake(replayEndpoints.getReplay, () => {
      asked++
      return asked < 3 ? { accepted: { status: 'computing' as const } } : { ok: replay }
    })
    openReplay('?song=99', late)
    expect(await screen.findByText('The replay is being computed...', { selector: 'p' })).toBeDefined()
    for (let second = 0; second < 4; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect((await slider()).getAttribute('aria-valuetext')).toMatch('song 4 of 4')
    expect(asked).toBe(3)
  })

  test('shows a scored show without players as its setlist', async () => {
    const step = { histogram: '', top: [] }
    openReplay('', replayIs({ ...replay, players: 0, names: [], steps: [step, step, step, step] }))
    expect(await screen.findByText('Nobody has picked this show.')).toBeDefined()
    expect(setlist()).toEqual(['1Song 1'])
  })

  test('says why there is no replay', async () => {
    const { unmount } = openReplay('', fake(replayEndpoints.getReplay, { error: 'show_not_scored' }))
    expect(await screen.findByText('This show has no scores yet.')).toBeDefined()
    unmount()
    openReplay('', fake(showEndpoints.getShow, { error: 'show_not_found' }))
    expect(await screen.findByText('There is no such show.')).toBeDefined()
  })

  test('loads again on request after a failure', async () => {
    const { user } = openReplay('', failOnce(replayEndpoints.getReplay, { ok: replay }))
    await screen.findByText('The replay could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await slider()).toBeDefined()
  })
})
