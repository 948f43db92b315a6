import { chanceEndpoints } from '@called-it/shared/contract/chances'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { POINTS } from '@called-it/shared/game/points'
import { openShow, playedShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import {
  livePerformance,
  liveShowOf,
  liveStep,
  systemCard,
  systemCardsAre,
} from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { stubViewport } from '@called-it/tests/support/web/viewport'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { ShowPage } from './show-page.tsx'

const { correctSpecial: SPECIAL } = POINTS

const running = openShow(5, '2026-06-20', { is_open: false, phase: 'live', tour_id: null })
const final = playedShow(5, '2026-06-20', { tour_id: null })
const { setlist: picks } = predictionOf(5)
const empty = { ...picks, set1: picks.set1.map(() => null) }

function openPage(show: Show, ...routes: FakeRoute[]) {
  stubViewport(false)
  const requests = fakeApi(
    ...routes,
    visitor,
    fake(showEndpoints.getShow, { ok: show }),
    fake(showEndpoints.getShowStatus, {
      ok: { isScored: show.is_scored, isOpen: false, hasSetlist: false, players: 3 },
    }),
    fake(showPickEndpoints.getCrowd, {
      ok: {
        players: 60,
        card: picks,
        songs: [
          { id: 1, name: 'Lantern Season', players: 45, chance: 0.344 },
          { id: 2, name: 'Owl Hours', players: 30, chance: null },
        ],
        openers: [],
      },
    }),
    fake(showPickEndpoints.listShowPredictions, {
      ok: { predictions: [{ player: null, picks, score: 9 }], next: null },
    }),
    fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() }),
  )
  return { requests, ...renderPage(<ShowPage />, { at: '/shows/5', pattern: '/shows/:showId' }) }
}

const board = () => screen.findByRole('table', { name: 'top ten of the show' })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime('2026-06-20T23:44:10Z')
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('page of a show: machine and crowd', () => {
  test('scores them with each song and shows them unranked, below equal totals', async () => {
    openPage(running, systemCardsAre(systemCard('machine'), systemCard('crowd', { picks: empty })))
    expect(cellsOfTable(await board())).toEqual([
      ['1', 'WAWren Alder', String(SPECIAL)],
      ['–', 'the machine unranked', String(SPECIAL)],
      ['2', 'AAAnn Alder', '0'],
      ['2', 'AFa fan', '0'],
      ['–', 'the crowd unranked', '0'],
    ])
    expect(screen.getByRole('link', { name: 'the machine' }).getAttribute('href')).toBe('/machine')
    const changed = [livePerformance(2, 'set2', 2, 2)]
    act(() => deliver('live:changed', liveStep(5, { changed, songs: 2 })))
    await waitFor(async () => expect(cellsOfTable(await board())[0]?.[1]).toBe('the machine unranked'))
  })

  test('shows the points of the server once the show is scored', async () => {
    let total: number | null = null
    const cards = fake(chanceEndpoints.listSystemCards, () => ({
      ok: { cards: [systemCard('machine', { total }), systemCard('crowd', { total })] },
    }))
    openPage(running, cards)
    await board()
    total = 22
    act(() => deliver('show:changed', { topic: 'show:5', from: 1, to: 2, show: { ...final, version: 2 } }))
    await waitFor(async () =>
      expect(cellsOfTable(await board())[0]).toEqual(['–', 'the machine unranked', '22']),
    )
  })

  test('asks for them again with the next song until the crowd has its card', async () => {
    const replies = [[systemCard('machine')], [systemCard('machine'), systemCard('crowd')]]
    const cards = fake(chanceEndpoints.listSystemCards, () => ({ ok: { cards: replies.shift() ?? [] } }))
    const locked = liveShowOf({ revision: 0, performances: [], phase: 'locked', openSet: null })
    openPage(running, fake(liveShowEndpoints.getLiveShow, { ok: locked }), cards)
    await screen.findByRole('heading', { name: 'the band is not on yet' })
    expect(replies).toHaveLength(1)
    act(() => deliver('live:changed', liveStep(5, { changed: [livePerformance(1, 'set1', 1, 1)] })))
    expect(await screen.findByText('the crowd')).toBeDefined()
    expect(cards.bodies).toHaveLength(2)
  })

  test('shows the board without them when their cards cannot be loaded', async () => {
    const { requests } = openPage(running, fake(chanceEndpoints.listSystemCards, { error: 'internal' }))
    expect(cellsOfTable(await board())).toHaveLength(3)
    expect(requests.filter((made) => made.endsWith('system-cards')).length).toBeLessThanOrEqual(3)
  })

  test("shows their cards before everybody's", async () => {
    const cards = systemCardsAre(systemCard('machine', { total: 39 }), systemCard('crowd', { total: 12 }))
    const { user } = openPage(final, cards)
    await user.click(await screen.findByRole('heading', { name: "everybody's picks" }))
    const list = within(await screen.findByRole('list', { name: "everybody's picks" }))
    const [machine, crowd, player] = textsOf(list, 'listitem')
    expect(machine).toMatch(/^the machineunranked39 pts.*Opener 5/)
    expect(crowd).toMatch(/^the crowdunranked12 pts/)
    expect(player).toMatch(/a fan9 pts/)
  })

  test('shows the share of the crowd beside the chance of each song', async () => {
    const { user } = openPage(running, systemCardsAre())
    await user.click(await screen.findByRole('heading', { name: 'most picked songs' }))
    const songs = within(screen.getByRole('region', { name: 'what was picked' }))
    await songs.findByText('Owl Hours')
    expect(textsOf(songs, 'listitem')).toEqual([
      'Lantern Season 75 % of the cards, 45 of 60, chance 34 %',
      'Owl Hours 50 % of the cards, 30 of 60, chance none',
    ])
  })
})
