import { type Season, seasonEndpoints } from '@called-it/shared/contract/seasons'
import { boardRow, tours, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { mo, playedNight, wren } from '@called-it/tests/support/web/player-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { SeasonPage } from './season-page.tsx'

const [tour = expect.fail('no tour')] = tours

function seasonOf(rest: Partial<Season> = {}): Season {
  return {
    tour,
    shows: 5,
    players: 2_000,
    table: [
      boardRow(12, 1, 1_204, 'Wren Alder'),
      boardRow(13, 2, 90, 'Mo'),
      boardRow(14, 3, 80, 'Kim'),
      boardRow(15, 4, 1, 'Last'),
    ],
    awards: {
      most_improved: { player: mo, before: 10.25, after: 21.5 },
      best_night: { player: wren, show: playedNight(2), total: 54 },
      boldest_call: { player: wren, show: playedNight(1), song: { id: 9, name: 'Owl Hours' }, gap: 112 },
    },
    ...rest,
  }
}

function open(...routes: FakeRoute[]) {
  fakeApi(visitor, ...routes)
  return renderPage(<SeasonPage />, { at: '/tours/3/season', pattern: '/tours/:tourId/season' })
}
const seasonIs = (rest: Partial<Season> = {}) => fake(seasonEndpoints.getSeason, { ok: seasonOf(rest) })
const items = (name: string) => textsOf(screen.getByRole('region', { name }), 'listitem')
const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href')

describe('page of a season', () => {
  test('shows podium, awards and the table', async () => {
    open(seasonIs())
    await screen.findByRole('heading', { name: tour.name, level: 1 })
    expect(document.title).toBe('Lamplight Tour, the season · Called It')
    expect(screen.getByRole('region', { name: 'season' }).textContent).toContain('5 shows · 2,000 players')
    expect(items('podium')).toEqual([
      'WAWren Alderrank 11,204points',
      'MMorank 290points',
      'KKimrank 380points',
    ])
    expect(items('awards among players who show their picks')).toEqual([
      'most improvedMMofrom 10.3 to 21.5 points a show',
      'best nightWAWren Alder54 points at Hall 2, March 5, 2026',
      'boldest callWAWren AlderOwl Hours after 112 shows without it, at Hall 1, March 5, 2026',
    ])
    expect(cellsOfTable(screen.getByRole('table', { name: 'final table' }))[0]?.slice(0, 2)).toEqual([
      '1',
      'Wren Alder',
    ])
    expect(hrefOf('Wren Alder')).toBe('/players/12')
    expect(hrefOf('Owl Hours')).toBe('/songs/9')
    expect(hrefOf('see the whole board')).toBe('/leaderboard?tab=tours&tour=3')
    expect(hrefOf('as an image')).toBe('/preview/season/3/0-dark.png')
  })

  test('says who gets no award, and shows a tour without players', async () => {
    open(seasonIs({ awards: { most_improved: null, best_night: null, boldest_call: null } }))
    expect(await screen.findAllByText('No one this time.')).toHaveLength(3)
  })

  test('asks again while the season is computed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let asked = 0
    const late = fake(seasonEndpoints.getSeason, () => {
      asked += 1
      return asked < 2 ? { accepted: { status: 'computing' as const } } : { ok: seasonOf() }
    })
    open(late)
    expect(await screen.findByText('Adding up the season...', { selector: 'p' })).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(await screen.findByRole('heading', { name: tour.name, level: 1 })).toBeDefined()
    expect(asked).toBe(2)
    vi.useRealTimers()
  })

  test('shows a tour that nobody played', async () => {
    open(seasonIs({ table: [], players: 0 }))
    expect(await screen.findByText('Nobody played this tour.')).toBeDefined()
  })

  test('copies the link, or shares it where the browser can', async () => {
    const { user, unmount } = open(seasonIs())
    await user.click(await screen.findByRole('button', { name: 'copy the link' }))
    const url = `${location.origin}/tours/3/season`
    expect(await navigator.clipboard.readText()).toBe(url)
    unmount()
    const share = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }))
    const again = open(seasonIs())
    await again.user.click(await screen.findByRole('button', { name: 'share the season' }))
    expect(share).toHaveBeenCalledWith({ title: 'Lamplight Tour, the season', url })
    vi.unstubAllGlobals()
  })

  test('says that a tour runs or is unknown, and recovers from a failure', async () => {
    const running = open(fake(seasonEndpoints.getSeason, { error: 'tour_not_over' }))
    expect(await screen.findByText('This tour is not over yet.')).toBeDefined()
    expect(hrefOf('see the leaderboard')).toBe('/leaderboard?tab=tours&tour=3')
    running.unmount()
    const unknown = open(fake(seasonEndpoints.getSeason, { error: 'tour_not_found' }))
    expect(await screen.findByText('There is no such tour.')).toBeDefined()
    unknown.unmount()
    const { user } = open(failOnce(seasonEndpoints.getSeason, { ok: seasonOf() }))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await screen.findByRole('heading', { name: tour.name, level: 1 })).toBeDefined()
  })
})
