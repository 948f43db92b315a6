import { leagueEndpoints } from '@called-it/shared/contract/leagues'
import { type LivePerformance, type LiveShow, liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { POINTS } from '@called-it/shared/game/points'
import { padPicks } from '@called-it/shared/game/setlist'
import {
  ann,
  loggedIn,
  openShow,
  playedShow,
  predictionOf,
  visitor,
} from '@called-it/tests/support/web/factories'
import { type FakeRoute, fake, fakeApi, neverRespond } from '@called-it/tests/support/web/fake-api'
import { leagueOf, leaguePageOf } from '@called-it/tests/support/web/league-factories'
import {
  livePerformance,
  liveShowOf,
  showBoardOf,
  systemCardsAre,
} from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { leaguesAre, predictionsAre } from '@called-it/tests/support/web/routes'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { stubViewport } from '@called-it/tests/support/web/viewport'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../../lib/events/deliver.ts'
import { ShowPage } from '../show-page.tsx'

const { correctSpecial: SPECIAL, correctSong: SONG } = POINTS

const running = openShow(5, '2026-06-20', { is_open: false, phase: 'live' })
const final = playedShow(5, '2026-06-20')
const pick = (id: number) => ({ id, name: `Song ${id}` })

/** Opener of set 1, slots 2 and 8 of it, slot 1 of set 2, and slot 1 of the encore. */
const picks = padPicks({
  set1: [pick(1), pick(2), null, null, null, null, null, pick(3)],
  set2: [pick(4)],
  encore: [pick(5)],
})
const own = predictionsAre(predictionOf(5, { setlist: picks }))
const none = predictionsAre()

const noCrowd = { players: 0, card: padPicks({ set1: [], set2: [], encore: [] }), songs: [], openers: [] }

type Place = [sequence: number, set: string, position: number, songId: number]

/** 15 of 60 players have the song. */
function played(...[sequence, set, position, songId, rest]: [...Place, rest?: Partial<LivePerformance>]) {
  const performance = livePerformance(sequence, set, position, songId)
  const heard = { at: '2026-06-20T23:40:00Z', players: 15, exact: 3, holders: ['Ben Birch'], gap: 4 }
  return { ...performance, ...heard, ...rest }
}

/** With 60 players: two above the own points, one at them, the others at none. */
function runningShow(performances: LivePerformance[], rest: Partial<LiveShow> = {}): LiveShow {
  const histogram = packHistogram([
    { total: SPECIAL + 7, players: 1 },
    { total: SPECIAL + 2, players: 1 },
    { total: SPECIAL, players: 1 },
    { total: 0, players: 57 },
  ])
  return liveShowOf({
    players: 60,
    histogram,
    top: [
      [SPECIAL + 7, 9, 'Wide Wanda'],
      [SPECIAL + 2, 8, 'Ben Birch'],
      [SPECIAL, 7, 'Ann Alder'],
    ],
    performances,
    viewers: 204,
    ...rest,
  })
}

const opener = played(1, 'set1', 1, 1)
const second = played(2, 'set1', 2, 6, { players: 6, exact: 0, holders: [], gap: null })

function openPage(live: LiveShow, show: Show, ...routes: FakeRoute[]) {
  stubViewport(false)
  fakeApi(
    ...routes,
    fake(showEndpoints.getShow, { ok: show }),
    fake(liveShowEndpoints.getLiveShow, { ok: live }),
    fake(showEndpoints.getShowStatus, {
      ok: { isScored: false, isOpen: false, hasSetlist: true, players: 60 },
    }),
    fake(showEndpoints.getSetlist, { ok: { setlistdata: 'Set 1: Song 1 > Song 6', setlistnotes: null } }),
    fake(showPickEndpoints.getCrowd, { ok: { players: 60, card: picks, songs: [], openers: [] } }),
    fake(liveShowEndpoints.getShowBoard, { ok: showBoardOf([[SPECIAL, 7]]) }),
    own,
    systemCardsAre(),
    leaguesAre(),
    visitor,
  )
  return renderPage(<ShowPage />, { at: '/shows/5', pattern: '/shows/:showId' })
}

const region = async (name: string | RegExp) => within(await screen.findByRole('region', { name }))
const slotsOf = (set: string) => {
  const card = within(screen.getByRole('region', { name: /^card \d/ }))
  const section = card.getByRole('heading', { name: set }).closest('div')
  return textsOf(section ?? document.body, 'listitem')
}

function step(live: LiveShow, rest: Partial<LiveShow>) {
  const { performances, viewers: _, version, ...board } = { ...live, ...rest }
  const to = version + 1
  act(() =>
    deliver('live:changed', {
      topic: 'live:5',
      from: 0,
      to,
      showId: 5,
      ...board,
      revision: to,
      changed: performances,
      songs: performances.length,
    }),
  )
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime('2026-06-20T23:44:10Z')
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('live page that loads', () => {
  test.each([
    ['live', running],
    ['picks are closed', { ...running, phase: 'locked' as const }],
  ])('says that the show is %s before its songs are there', async (state, show) => {
    openPage(runningShow([]), show, neverRespond(liveShowEndpoints.getLiveShow))
    expect((await region('show')).getByText(state)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'songs' })).toBeDefined()
  })
})

describe('live page of a fan', () => {
  test('shows the score, the song on now and how far the card can still go', async () => {
    openPage(runningShow([second, opener].toReversed()), running, loggedIn)
    const score = await region('your score')
    expect(score.getByText(String(SPECIAL), { selector: '.visually-hidden' })).toBeDefined()
    expect(score.getByText('3', { selector: '.visually-hidden' })).toBeDefined()
    expect(score.getByText('of 60')).toBeDefined()
    const now = await region('on now')
    expect(now.getByRole('heading', { name: 'Song 6' })).toBeDefined()
    expect(now.getByText('set 1, song 2')).toBeDefined()
    expect(now.getByText('4 min in')).toBeDefined()
    expect(now.getByText('not in your picks')).toBeDefined()
    expect(now.getByText('first time ever · 10 % picked it')).toBeDefined()
    const chase = await region('what it takes')
    expect(chase.getByText('2 behind Ben Birch.')).toBeDefined()
    expect((await region(/^songs \d/)).queryByRole('link')).toBeNull()
    expect(screen.getByText('204 watching')).toBeDefined()
  })

  test('shows each slot with its points, their state and what it can still bring', async () => {
    openPage(runningShow([opener, second]), running, loggedIn)
    await region('card 1 of 2 called')
    const slots = slotsOf('set 1')
    expect(slots[0]).toBe(`1Song 1opener, right on the spot, provisional+${SPECIAL}`)
    expect(slots[1]).toBe('2Song 26can still bring 6 points')
    expect(slots[2]).toBe('3no song picked')
    expect(slots[7]).toBe(`8Song 3${SPECIAL}can still bring ${SPECIAL} points`)
  })

  test('announces a song that hits and adds its points', async () => {
    const live = runningShow([opener])
    openPage(live, running, loggedIn)
    await region('your score')
    step(live, { performances: [opener, played(2, 'set1', 2, 2)] })
    const score = await region('your score')
    expect(await score.findByText(`+${SONG}`)).toBeDefined()
    expect(score.getByText('points so far')).toBeDefined()
    expect(score.getByText(String(SPECIAL + SONG), { selector: '.visually-hidden' })).toBeDefined()
    expect(score.getByText(/up 2 places/)).toBeDefined()
    const news = `On now, set 1, song 2: Song 2. You called it, +${SONG}, ${SPECIAL + SONG} points.`
    expect(screen.getByText(news).getAttribute('role')).toBe('status')
    expect(slotsOf('set 1')[1]).toBe(`2Song 2right on slot 2, ${SPECIAL} if set 1 ends here+${SONG}`)
  })

  test('holds a new song back while a finger is on the page', async () => {
    const live = runningShow([opener])
    openPage(live, running, loggedIn)
    await region('your score')
    fireEvent.pointerDown(document.body)
    step(live, { performances: [opener, second] })
    await act(() => vi.advanceTimersByTimeAsync(50))
    expect(screen.queryByRole('heading', { name: 'Song 6' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(300))
    expect(screen.getByRole('heading', { name: 'Song 6' })).toBeDefined()
  })

  test('pays a repeated song once for each slot, beside the performance that paid', async () => {
    const twice = { ...picks, encore: [pick(1), null, null] }
    const again = predictionsAre(predictionOf(5, { setlist: twice }))
    const performances = [opener, second, played(3, 'set2', 1, 1, { gap: 0 })]
    openPage(runningShow(performances, { openSet: 'set2' }), running, again, loggedIn)
    const songs = await region(/^songs \d/)
    const rows = textsOf(songs, 'listitem')
    expect(rows[0]).toContain('Song 1you +3')
    expect(rows[2]).toContain(`Song 1you +${SPECIAL}`)
    expect(slotsOf('encore')[0]).toBe('1Song 1came in set 2, provisional+3')
  })

  test('shows a set break, and what a song picked twice can still bring', async () => {
    const twice = { ...picks, set1: [pick(1), pick(2), pick(1), ...picks.set1.slice(3)] }
    const again = predictionsAre(predictionOf(5, { setlist: twice }))
    const set1 = [opener, played(2, 'set1', 2, 2)]
    openPage(runningShow(set1, { openSet: 'set2' }), running, again, loggedIn)
    const now = await region('set break')
    expect(now.getByRole('heading', { name: 'set 2 is next' })).toBeDefined()
    expect(now.getByText('Song 2')).toBeDefined()
    expect(slotsOf('set 1')[1]).toBe(`2Song 2closer, right on the spot, confirmed+${SPECIAL}`)
    expect(slotsOf('set 1')[2]).toContain('can still bring 3 points')
  })

  test('names a third set, and has no slots for it', async () => {
    const performances = [opener, played(2, 'set2', 1, 4), played(3, '3', 1, 5)]
    openPage(runningShow(performances, { openSet: 'further' }), running, loggedIn)
    expect((await region('on now')).getByText('set 3, song 1')).toBeDefined()
    expect((await region(/^songs \d/)).getByRole('heading', { name: 'set 3' })).toBeDefined()
    expect(slotsOf('encore')[0]).toBe('1Song 5came in set 3, provisional+3')
  })

  test('waits for the final score once the show is over', async () => {
    openPage(runningShow([opener, second], { phase: 'ended', openSet: null }), running, loggedIn)
    const now = await region('that was it')
    expect(now.getByText('waiting for the final score', { exact: false })).toBeDefined()
    expect(now.getByRole('heading', { name: '2 songs, 1 set' })).toBeDefined()
    expect(slotsOf('set 1')[1]).toBe('2Song 2no points')
    expect(screen.queryByText('the most a pick can still bring')).toBeNull()
    expect(screen.queryByRole('region', { name: 'what it takes' })).toBeNull()
    expect((await region('best call')).getByText('your best call:')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'setlist' })).toBeNull()
  })

  test('shows setlist, board and card of a show with its final score', async () => {
    // The show is scored before its last board is there.
    openPage(runningShow([opener, second], { phase: 'ended', openSet: null }), final, loggedIn)
    expect((await region('your score')).getByText('points, final')).toBeDefined()
    expect((await region('show')).getByText('final')).toBeDefined()
    const over = await region('final')
    expect(over.getByRole('heading', { name: 'you came #3' })).toBeDefined()
    expect(over.getByText(`2 songs, 1 set. best ${SPECIAL + 7}, median 0.`)).toBeDefined()
    expect(over.getByRole('link', { name: 'replay' }).getAttribute('href')).toBe('/shows/5/replay')
    expect(slotsOf('set 1')[0]).toBe(`1Song 1opener, right on the spot, final+${SPECIAL}`)
    const rows = (await region(/^songs \d/)).getAllByRole('listitem')
    const links = rows.map((row) => within(row).getByRole('link', { name: /^Song/ }).getAttribute('href'))
    expect(links).toEqual(['/songs/1', '/songs/6'])
    expect((await region(/^board/)).getByText('Wide Wanda')).toBeDefined()
  })

  test('says that the band is not on yet, and lets the fan share the card', async () => {
    const locked = { ...running, phase: 'locked' as const }
    openPage(runningShow([], { phase: 'locked', openSet: null }), locked, loggedIn)
    expect(await screen.findByRole('button', { name: 'share' })).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'the band is not on yet' })).toBeDefined()
    const score = await region('your score')
    expect(score.getByText('points so far')).toBeDefined()
    expect(score.queryByText('of 60')).toBeNull()
    expect((await region('what it takes')).getByText('all at zero.')).toBeDefined()
    await screen.findByText('fans have called this show')
  })
})

describe('live page: loud moments', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'vibrate')
    Reflect.deleteProperty(navigator, 'userActivation')
  })

  const alone = packHistogram([
    { total: SPECIAL + SONG, players: 1 },
    { total: 0, players: 59 },
  ])
  const news = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  test('holds the lead for four seconds, says it once, and buzzes a touched phone', async () => {
    const vibrate = vi.fn()
    for (const [name, value] of Object.entries({ vibrate, userActivation: { hasBeenActive: true } }))
      Object.defineProperty(navigator, name, { configurable: true, value })
    const live = runningShow([opener])
    openPage(live, running, loggedIn)
    const score = await region('your score')
    expect(score.queryByText('you took the lead')).toBeNull()
    step(live, { performances: [opener, played(2, 'set1', 2, 2)], histogram: alone })
    expect(await score.findByText('you took the lead')).toBeDefined()
    expect(vibrate.mock.calls).toEqual([[30]])
    const sentence = `On now, set 1, song 2: Song 2. You called it, +${SONG}, ${SPECIAL + SONG} points. You took the lead.`
    expect(news()).toContain(sentence)
    await act(() => vi.advanceTimersByTimeAsync(3_900))
    expect(score.getByText('you took the lead')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(score.queryByText('you took the lead')).toBeNull()
    expect(news()).toContain(sentence)
  })

  test('shouts a full set, and takes it back with its song', async () => {
    const full = { ...picks, encore: [pick(5), pick(7), pick(8)] }
    const two = [played(1, 'set1', 1, 5), played(2, 'set1', 2, 7)]
    const live = runningShow(two)
    openPage(live, running, predictionsAre(predictionOf(5, { setlist: full })), loggedIn)
    const score = await region('your score')
    step(live, { performances: [...two, played(3, 'set1', 3, 8)] })
    expect(await score.findByText('full encore')).toBeDefined()
    step({ ...live, version: live.version + 1 }, { performances: two })
    await waitFor(() => expect(score.queryByText('full encore')).toBeNull())
  })

  test('shows a bust-out to a visitor, with the place below the song', async () => {
    const live = runningShow([opener])
    openPage(live, running)
    await region('on now')
    step(live, { performances: [opener, played(2, 'set1', 2, 9, { gap: 112, players: 0, exact: 0 })] })
    const now = await region('on now')
    expect((await now.findByText('bust-out')).parentElement?.textContent).toMatch(/first time in 112 shows$/)
    expect(now.getByText('last played 112 shows ago · nobody picked it · set 1, song 2')).toBeDefined()
  })
})

describe('live page: parts', () => {
  const parts = () => within(screen.getByRole('navigation', { name: 'parts of the show' }))

  test('leads by the score once that is out of sight, and jumps to a part', async () => {
    const scroll = vi.fn()
    Element.prototype.scrollIntoView = scroll
    const { user } = openPage(runningShow([opener]), running, loggedIn)
    await region('your score')
    expect(parts().getByText('#3')).toBeDefined()
    await waitFor(() =>
      expect(
        parts()
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(['card', 'songs', 'board', 'join']),
    )
    await user.click(parts().getByRole('link', { name: 'board' }))
    expect(scroll.mock.contexts).toEqual([document.getElementById('board')])
    expect(document.activeElement).toBe(document.getElementById('board'))
    expect(parts().getByRole('link', { current: true }).textContent).toBe('board')
  })

  test('ranks the members of a league by the points of the night', async () => {
    const cards = fake(leagueEndpoints.listLeagueCards, {
      ok: {
        cards: [
          { user_id: 8, picks: { ...picks, set1: picks.set1.map(() => null) } },
          { user_id: ann.id, picks },
        ],
      },
    })
    const page = fake(leagueEndpoints.getLeague, { ok: leaguePageOf(4) })
    const routes = [leaguesAre(leagueOf(4)), page, cards]
    openPage(runningShow([opener]), running, ...routes, loggedIn)
    stubViewport()
    await region('your score')
    expect(cellsOfTable(await screen.findByRole('table', { name: 'the league tonight' }))).toEqual([
      ['1', 'AAAnn Alderyou', String(SPECIAL)],
      ['2', 'F8fan 8', '0'],
    ])
    expect(parts().getByRole('link', { name: 'league' })).toBeDefined()
  })
})

describe('live page without picks', () => {
  test('shows a visitor the songs and the board, and invites to sign up', async () => {
    const name = 'The Extraordinarily Long And Winding Title Of A Song That Never Seems To End'
    const long = played(2, 'set1', 2, 6, { song: { id: 6, name }, holders: ['Ann', 'Ben', 'Cy'] })
    openPage(runningShow([opener, long]), running)
    const now = await region('on now')
    expect(now.getByRole('heading', { name })).toBeDefined()
    expect((await region(/^songs \d/)).getByText('Ann, Ben, Cy, and 12 more')).toBeDefined()
    expect(screen.getByRole('link', { name: 'sign up' })).toBeDefined()
    expect((await region(/^board/)).getByText('Ben Birch')).toBeDefined()
    expect(screen.queryByRole('region', { name: /^card \d/ })).toBeNull()
  })

  test('counts nothing and has no board when nobody has picked the show', async () => {
    const nobody = { players: 0, histogram: packHistogram([]), top: [] }
    const unpicked = played(1, 'set1', 1, 1, { players: 0, exact: 0, holders: [] })
    const live = runningShow([unpicked], nobody)
    openPage(live, running, none, loggedIn, fake(showPickEndpoints.getCrowd, { ok: noCrowd }))
    const now = await region('on now')
    expect(now.getByText('last played 4 shows ago')).toBeDefined()
    expect((await region(/^songs \d/)).getByRole('listitem').textContent).toBe(
      '1Song 1last played 4 shows ago',
    )
    expect(screen.queryByRole('region', { name: /^board/ })).toBeNull()
    step(live, { phase: 'ended', openSet: null })
    expect((await region('that was it')).getByText('Nobody has picked this show.')).toBeDefined()
  })

  test('leads a fan to the next show', async () => {
    openPage(runningShow([opener]), running, none, loggedIn)
    const hint = await screen.findByRole('link', { name: 'pick the next show' })
    expect(hint.getAttribute('href')).toBe('/')
    expect(screen.queryByRole('link', { name: 'sign up' })).toBeNull()
    await waitFor(() => expect(screen.queryByText(/Loading/)).toBeNull())
  })
})
