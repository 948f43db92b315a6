import { type LiveShow, liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { emptyPicks } from '@called-it/shared/game/setlist'
import { loggedIn, playedShow, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { liveShowOf, showBoardOf, systemCardsAre } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { onScreen } from '@called-it/tests/support/web/screen'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { stubViewport } from '@called-it/tests/support/web/viewport'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { STILL_MS } from '../../lib/hooks/use-still-while-touched.ts'
import type { OwnCard } from '../../lib/live/own-card.ts'
import { ShowBoard } from './show-board.tsx'

const { correctSpecial: SPECIAL } = POINTS

const show = playedShow(5, '2026-06-20', { is_scored: false, phase: 'live' })
const crowded = liveShowOf({ players: 40 })
const own: OwnCard = {
  picks: predictionOf(5).setlist,
  score: scorePrediction(emptyPicks(), { set1: [], set2: [], encore: [], further: [] }),
  rank: 30,
  players: 40,
  revision: 1,
  rankBefore: null,
  lastGain: 0,
}

let change: (live: LiveShow) => void

function Board({ of, card, first }: { of: typeof show; card: OwnCard | null; first: LiveShow }) {
  const [live, setLive] = useState(first)
  change = (next) => act(() => setLive(next))
  return <ShowBoard show={of} live={live} own={card} />
}

function openBoard(live: LiveShow, card: OwnCard | null, routes: FakeRoute[] = [], of = show) {
  const requests = fakeApi(...routes, systemCardsAre(), visitor)
  return { requests, ...renderPage(<Board of={of} card={card} first={live} />) }
}

const aroundIs = (revision: () => number) =>
  fake(liveShowEndpoints.getShowBoard, ({ query }) =>
    query.get('around') === 'me'
      ? {
          ok: showBoardOf(
            [
              [9, 3],
              [8, 7],
              [8, null],
            ],
            { revision: revision(), players: 40, followed: [3] },
          ),
        }
      : {
          ok: showBoardOf(
            [
              [70, 3],
              [60, 7],
            ],
            { players: 40 },
          ),
        },
  )

beforeEach(() => {
  stubViewport()
})

describe('board of a show that runs', () => {
  test('has the top ten with ranks, initials and the own row', async () => {
    const top: LiveShow['top'] = [
      [SPECIAL + 3, 9, 'Wren Alder'],
      [SPECIAL, 7, 'Ann Alder'],
      [SPECIAL, null, null],
      [3, 4, 'Mo'],
    ]
    const histogram = packHistogram(
      [SPECIAL + 3, SPECIAL, 3].map((total) => ({ total, players: total === SPECIAL ? 2 : 1 })),
    )
    openBoard(liveShowOf({ top, histogram, players: 4 }), own, [loggedIn])
    expect(await screen.findByText('you')).toBeDefined()
    expect(cellsOfTable(screen.getByRole('table', { name: 'top ten of the show' }))).toEqual([
      ['1', 'WAWren Alder', String(SPECIAL + 3)],
      ['2', 'AAAnn Alderyou', String(SPECIAL)],
      ['2', 'AFa fan', String(SPECIAL)],
      ['4', 'MMo', '3'],
    ])
    expect(screen.queryByRole('heading', { name: 'around me' })).toBeNull()
    expect(screen.getByRole('region', { name: 'board 4 watching' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'the whole board' }).getAttribute('href')).toBe(
      '/leaderboard?tab=shows&show=5',
    )
  })

  test('moves rows to their new place', async () => {
    const animate = vi.fn()
    onScreen({ width: 375 })
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48)
    Object.defineProperty(HTMLElement.prototype, 'animate', { value: animate, configurable: true })
    openBoard(liveShowOf(), null)
    const [first, second, third] = liveShowOf().top
    if (!first || !second || !third) expect.unreachable()
    change(liveShowOf({ revision: 2, top: [[20, second[1], second[2]], first, third] }))
    expect(animate).toHaveBeenCalledTimes(2)
    expect(animate.mock.calls[0]?.[0]).toEqual([{ transform: 'translateY(48px)' }, { transform: 'none' }])
  })

  test('asks for the rows around the fan only while they are in view', async () => {
    const scroll = stubViewport(false)
    const { requests } = openBoard(crowded, own, [loggedIn, aroundIs(() => 1)])
    await screen.findByRole('heading', { name: 'around me' })
    expect(requests.filter((made) => made.includes('/board'))).toEqual([])
    scroll(true)
    expect(cellsOfTable(await screen.findByRole('table', { name: 'around me' }))).toEqual([
      ['1', 'F3fan 3', '9'],
      ['2', 'F7fan 7you', '8'],
      ['2', 'AFa fan', '8'],
    ])
    expect(requests).toContain('GET /api/shows/5/board?around=me')
    expect(
      within(screen.getByRole('row', { name: /fan 3/ })).getByRole('img', { name: 'followed' }),
    ).toBeDefined()
    expect(screen.getAllByRole('img', { name: 'followed' })).toHaveLength(1)
  })

  test('asks again after new revisions, at most every 10 s', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    let revision = 1
    const play = () => {
      revision += 1
      change({ ...crowded, revision })
    }
    const scroll = stubViewport()
    const { requests } = openBoard(crowded, own, [loggedIn, aroundIs(() => revision)])
    await screen.findByRole('table', { name: 'around me' })
    const asked = () => requests.filter((made) => made.includes('/board')).length
    const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
    await wait(60)
    expect(asked()).toBe(1)

    for (let songs = 0; songs < 3; songs += 1) play()
    await wait(3)
    expect(asked()).toBe(2)
    play()
    await wait(8)
    expect(asked()).toBe(2)
    await wait(5)
    expect(asked()).toBe(3)

    scroll(false)
    play()
    await wait(60)
    expect(asked()).toBe(3)
  })

  test('asks again once the show is final', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { requests } = openBoard(crowded, own, [loggedIn, aroundIs(() => 1)])
    await screen.findByRole('table', { name: 'around me' })
    const final = playedShow(5, '2026-06-20')
    act(() => deliver('show:changed', { topic: 'show:6', from: 0, to: 2, show: { ...final, id: 6 } }))
    act(() => deliver('show:changed', { topic: 'show:5', from: 0, to: 2, show: final }))
    await waitFor(() => expect(requests.filter((made) => made.includes('/board'))).toHaveLength(2))
  })

  test('drops the name of a deleted player around the fan at once', async () => {
    openBoard(crowded, own, [loggedIn, aroundIs(() => 1)])
    await screen.findByText('fan 3')
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [3] }))
    await waitFor(() => expect(screen.queryByText('fan 3')).toBeNull())
  })

  test('keeps its rows while the page is touched', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    openBoard(crowded, own, [loggedIn, aroundIs(() => 1)])
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    for (let turn = 0; turn < 20 && !screen.queryByText('fan 3'); turn += 1) await wait(0)
    fireEvent.pointerDown(document.body)
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [3] }))
    await wait(STILL_MS - 1)
    expect(screen.getByText('fan 3')).toBeDefined()
    await wait(2)
    expect(screen.queryByText('fan 3')).toBeNull()
  })

  test('has the board of the tour as it stands', async () => {
    const { user, requests } = openBoard(crowded, own, [loggedIn, aroundIs(() => 1)])
    await user.click(screen.getByRole('tab', { name: 'tour' }))
    expect(cellsOfTable(await screen.findByRole('table', { name: 'top ten of the tour' }))).toEqual([
      ['1', 'F3fan 3', '70'],
      ['2', 'F7fan 7you', '60'],
    ])
    expect(await screen.findByRole('table', { name: 'around me' })).toBeDefined()
    expect(requests).toContain('GET /api/shows/5/board?of=tour')
    expect(requests).toContain('GET /api/shows/5/board?of=tour&around=me')
  })

  test('recovers from a failed board by try again', async () => {
    const failing = failOnce(liveShowEndpoints.getShowBoard, { ok: showBoardOf([[9, 3]]) })
    const { user } = openBoard(crowded, own, [loggedIn, failing])
    expect(await screen.findByText('The players around you could not be loaded.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByText('fan 3')).toBeDefined()
  })

  test('has no board of a tour for a show on none', () => {
    openBoard(liveShowOf({ phase: 'final' }), null, [], { ...show, tour_id: null, is_scored: true })
    expect(screen.queryByRole('tab')).toBeNull()
  })
})
