import { type ShowPage as PageBody, showPageEndpoints } from '@called-it/shared/contract/show-pages'
import { emptyDraft } from '@called-it/shared/game/draft'
import { POINTS } from '@called-it/shared/game/points'
import { openShow, playedShow, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { type FakeSocket, openFakeLive } from '@called-it/tests/support/web/fake-live.tsx'
import { liveShowOf, showPageOf } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { liveShowsAre, upcomingShowsAre } from '@called-it/tests/support/web/routes'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { keptReturnPath } from '../../lib/account/return-path.ts'
import { useLiveShows, useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { ShowPage } from './show-page.tsx'
import type { PickingSheetProps } from './visitor-start.tsx'

const NOW = '2026-06-20T14:19:00.000Z'
const open = openShow(5, '2026-06-20', { venue: 'Oystershell Pier' })
const played = playedShow(5, '2026-06-20')
const PICKS = { set1: [], set2: [], encore: [] }
const finalPage = showPageOf(played, {
  now: NOW,
  live: liveShowOf({ phase: 'final', openSet: null }),
  crowd: { players: 60, card: { ...emptyDraft(), ...PICKS }, songs: [], openers: [] },
  system_cards: [],
  setlist: { setlistdata: 'Set 1: Lantern Season', setlistnotes: null },
  corrections: [],
  tours: [],
})
const song = (id: number, name: string, chance: number) => ({
  ...{
    id,
    name,
    chance,
    reasons: [],
    gap: 4,
    usual_gap: 4,
    last: 0,
    lately: 0,
    recent: 9,
    tour: 2,
    venue: 3,
  },
  usual: null,
})
const openers = {
  recent_shows: 100,
  tour_shows: 9,
  songs: [song(1, 'Every Gauge in the Red', 400), song(2, 'Bring the Ladder', 370)],
}

/** As the header does. */
function Lists() {
  useLiveShows()
  return <p>{useUpcomingShows().data?.length} upcoming</p>
}

let socket: FakeSocket

const Sheet = ({ open: isOpen, onOpenChange }: PickingSheetProps) =>
  isOpen && (
    <div role="dialog">
      <button type="button" onClick={() => onOpenChange(false)}>
        close
      </button>
    </div>
  )

async function openPage(body: PageBody, at = '/shows/5') {
  const live = await openFakeLive()
  socket = live.socket
  const requests = fakeApi(
    visitor,
    fake(showPageEndpoints.getShowPage, { ok: body }),
    upcomingShowsAre(),
    liveShowsAre(),
  )
  const page = (
    <live.Live>
      <ShowPage Sheet={Sheet} />
      <Lists />
    </live.Live>
  )
  return { requests, ...renderPage(page, { at, pattern: '/shows/:showId' }) }
}

/** What the server acknowledges the page's watches with: the first one says whether there are others. */
async function acknowledge(topics: PageBody['topics'] | undefined) {
  for (let round = 0; round < 2; round += 1) {
    await act(async () => {
      for (const [event, , confirm] of socket.sent.splice(0)) {
        if (event === 'show:watch' && typeof confirm === 'function') confirm({ ok: true, topics })
      }
    })
  }
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(6_000))

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(NOW)
})

describe('page of a show: requests', () => {
  test.each([
    ['open', showPageOf(open, { openers, now: NOW })],
    ['final', finalPage],
  ])('asks once for all that is public of a show that is %s', async (_, body) => {
    const { requests } = await openPage(body)
    await screen.findByRole('heading', { level: 1 })
    await screen.findByText(`${body.upcoming.length} upcoming`)
    socket.happens('connect')
    await acknowledge(body.topics)
    await settle()
    expect(requests).toEqual(['GET /api/shows/5/page', 'GET /api/auth/me'])
  })

  test.each([
    ['something has changed since', { ...finalPage.topics, 'live:5': 2 }],
    ['the gateway is of an older release', undefined],
  ])('asks again after the connect where %s', async (_, topics) => {
    const { requests } = await openPage(finalPage)
    await screen.findByRole('heading', { level: 1 })
    socket.happens('connect')
    await acknowledge(topics)
    await settle()
    expect(requests).toEqual(expect.arrayContaining(['GET /api/shows/5/live', 'GET /api/shows/upcoming']))
  })

  test('leaves the room of the show with the page', async () => {
    const { unmount } = await openPage(showPageOf(open))
    await screen.findByRole('heading', { level: 1 })
    socket.happens('connect')
    unmount()
    expect(socket.sent.at(-1)).toEqual(['show:unwatch', { showId: 5 }])
  })
})

describe('page of a show for visitors', () => {
  test('says what the game is, and asks for the opener', async () => {
    await openPage(showPageOf(open, { openers }))
    expect(await screen.findByText('guess the songs before they play them. score as they do.')).toBeDefined()
    expect(screen.getByText(/Sat, June 20 · 7:30 PM/).textContent).toMatch(/^tonight /)
    expect(screen.getByText('9 h 11 m')).toBeDefined()
    expect(screen.getByRole('list', { name: 'points' }).textContent).toMatch(
      new RegExp(`${POINTS.correctSpecial} .*${POINTS.correctSong} .*${POINTS.songInSet} `),
    )
    expect(screen.getByText('26 fans are in · free, about a minute')).toBeDefined()
    const songs = screen.getByRole('region', { name: 'what will they open with?' })
    expect(songs.textContent).toMatch(/1 of 19.*Every Gauge in the Red40.*Bring the Ladder37/)
    expect(document.querySelectorAll('[data-primary]')).toHaveLength(1)
  })

  test('keeps the opener that is tapped, and leads to the account', async () => {
    const { user, address } = await openPage(showPageOf(open, { openers }))
    await user.click(await screen.findByRole('button', { name: /^add Bring the Ladder/ }))
    expect(address()).toBe('/register')
    expect(findKeptSong()).toMatchObject({
      showId: 5,
      venue: 'Oystershell Pier',
      songId: 2,
      set: 'set1',
      slot: 1,
    })
    expect(keptReturnPath()?.path).toBe('/prediction/5')
  })

  test('opens the sheet in the address, and closes it to the page', async () => {
    const { user, address } = await openPage(showPageOf(open))
    await user.click(await screen.findByRole('button', { name: 'make my picks' }))
    expect(address()).toBe('/shows/5?sheet=1')
    await user.click(screen.getByRole('button', { name: 'close' }))
    expect(address()).toBe('/shows/5')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('closes a sheet that a link has opened', async () => {
    const { user, address } = await openPage(showPageOf(open), '/shows/5?sheet=1')
    await user.click(await screen.findByRole('button', { name: 'close' }))
    expect(address()).toBe('/shows/5')
  })
})
