import { correctionEndpoints } from '@called-it/shared/contract/corrections'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { liveShowEndpoints } from '@called-it/shared/contract/live-shows'
import { type Crowd, type PlayerPicks, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { type Show, showEndpoints } from '@called-it/shared/contract/shows'
import {
  ann,
  loggedIn,
  openShow,
  playedShow,
  predictionOf,
  visitor,
} from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { liveShowOf, systemCardsAre } from '@called-it/tests/support/web/live-show-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import {
  leaguesAre,
  liveShowsAre,
  predictionsAre,
  recentShowsAre,
  upcomingShowsAre,
} from '@called-it/tests/support/web/routes'
import { stubViewport } from '@called-it/tests/support/web/viewport'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { ShowPage } from './show-page.tsx'

const LOCK = Date.parse('2026-06-20T23:30:00Z')
const open = openShow(5, '2026-06-20')
const closed = openShow(5, '2026-06-20', { is_open: false, version: 2 })
const { setlist: picks } = predictionOf(5)

const crowd: Crowd = {
  players: 60,
  card: picks,
  songs: [
    { id: 1, name: 'Lantern Season', players: 45, chance: null },
    { id: 2, name: 'Owl Hours', players: 30, chance: null },
  ],
  openers: [],
}
const crowdIs = (ok: Crowd) => fake(showPickEndpoints.getCrowd, { ok })
const showIs = (ok: Show) => fake(showEndpoints.getShow, { ok })
const statusIs = (hasSetlist: boolean) =>
  fake(showEndpoints.getShowStatus, { ok: { isScored: false, isOpen: false, hasSetlist, players: 60 } })
const setlist = fake(showEndpoints.getSetlist, {
  ok: { setlistdata: 'Set 1: Lantern Season > Owl Hours', setlistnotes: 'Without a break.' },
})
const own = predictionsAre(predictionOf(5))

/** Before its first song. */
const silent = fake(liveShowEndpoints.getLiveShow, {
  ok: liveShowOf({ performances: [], phase: 'locked', openSet: null }),
})

const uncorrected = fake(correctionEndpoints.listCorrections, { ok: { corrections: [] } })

function openPage(...routes: FakeRoute[]) {
  const requests = fakeApi(
    ...routes,
    visitor,
    crowdIs(crowd),
    statusIs(false),
    setlist,
    own,
    silent,
    uncorrected,
    systemCardsAre(),
    leaguesAre(),
  )
  stubViewport()
  return { requests, ...renderPage(<ShowPage />, { at: '/shows/5', pattern: '/shows/:showId' }) }
}

const revealed = () => screen.findByText('fans have called this show')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.setSystemTime(LOCK - 10_000)
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe('page of a show before the lock', () => {
  test('counts down to the lock, leads to the builder and asks for no picks', async () => {
    const { requests } = openPage(showIs(open), loggedIn, predictionsAre())
    expect(await screen.findByRole('heading', { name: 'Hall 5', level: 1 })).toBeDefined()
    expect(await screen.findByRole('link', { name: 'pick setlist' })).toBeDefined()
    expect(screen.getByText('0:10')).toBeDefined()
    expect(screen.getByText(/Sat, June 20 · 7:30 PM at the venue/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'pick setlist' }).getAttribute('href')).toBe('/prediction/5')
    expect(screen.getByText('All picks are secret for now.')).toBeDefined()
    expect(await screen.findByText('60 fans have picked.')).toBeDefined()
    expect(document.title).toBe('Hall 5, June 20, 2026 · Called It')
    expect(requests.filter((request) => /crowd|shows.*predictions$/.test(request))).toEqual([])
  })

  test('lets a fan who has picked share that', async () => {
    openPage(showIs(open), loggedIn)
    expect(await screen.findByRole('button', { name: 'share' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'edit picks' })).toBeDefined()
  })

  test('turns into the reveal at the lock, even if the server is a moment late', async () => {
    const moved = { kind: 'lock-moved', at: '2026-06-19T00:00:00Z', reason: null, from: null } as const
    const isLate = () => Date.now() < LOCK + 4_000
    const late = fake(showPickEndpoints.getCrowd, () =>
      Date.now() < LOCK + 8_000 ? { error: 'picks_open' } : { ok: crowd },
    )
    openPage(
      fake(showEndpoints.getShow, () => ({ ok: isLate() ? { ...open, notice: moved } : closed })),
      late,
    )
    await screen.findByText('0:10')
    expect(screen.getByText(/has changed: picks close/)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(await screen.findByText('Loading the picks...')).toBeDefined()
    expect(screen.queryByText(/has changed: picks close/)).toBeNull()
    expect(screen.getByText('picks are closed')).toBeDefined()
    for (let second = 0; second < 20; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(await revealed()).toBeDefined()
  })

  test('shows a cancelled show with its reason and no picks', async () => {
    const notice = {
      kind: 'cancelled',
      at: '2026-06-19T00:00:00Z',
      reason: 'The hall is flooded.',
      from: null,
    } as const
    const { requests } = openPage(showIs({ ...closed, is_cancelled: true, notice }))
    expect(await screen.findByText('This show is cancelled. The hall is flooded.')).toBeDefined()
    expect(screen.getByText('cancelled')).toBeDefined()
    expect(requests.some((request) => request.endsWith('/crowd'))).toBe(false)
  })
})

describe('page of a show after the lock', () => {
  test('links to the live editor above everything else, for its operators alone', async () => {
    const { unmount } = openPage(showIs(closed))
    await revealed()
    expect(screen.queryByRole('link', { name: 'live editor' })).toBeNull()
    unmount()
    openPage(
      showIs(closed),
      fake(currentUserEndpoints.getCurrentUser, { ok: { ...ann, is_live_operator: true } }),
    )
    const link = await screen.findByRole('link', { name: 'live editor' })
    expect(link.getAttribute('href')).toBe('/shows/5/live')
    const waiting = await screen.findByRole('heading', { name: 'the band is not on yet' })
    expect(link.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test("shows how many have picked, the crowd's card and the most picked songs", async () => {
    const { user } = openPage(showIs(closed))
    expect((await revealed()).textContent).toBe('60 fans have called this show')
    const picked = within(screen.getByRole('region', { name: 'what was picked' }))
    expect(picked.getByText('Jam 5').closest('li')).toHaveProperty('value', 2)
    expect(picked.getByText('Lantern Season, on 45 of 60 cards')).toBeDefined()
    await user.click(picked.getByRole('heading', { name: "the crowd's card" }))
    await waitFor(() => expect(picked.queryByText('Jam 5')).toBeNull())
    await user.click(picked.getByRole('heading', { name: 'most picked songs' }))
    const songs = await picked.findAllByRole('listitem')
    expect(songs.map(({ textContent }) => textContent)).toEqual([
      'Lantern Season 75 % of the cards, 45 of 60',
      'Owl Hours 50 % of the cards, 30 of 60',
    ])
    expect(screen.queryByRole('region', { name: 'your card' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'setlist' })).toBeNull()
  })

  test("marks where the own picks agree with the crowd's", async () => {
    const moved = { ...picks, encore: [null, { id: 3, name: 'Lullaby 5' }, null] }
    openPage(loggedIn, showIs(closed), crowdIs({ ...crowd, card: moved }))
    const card = within(await screen.findByRole('region', { name: 'your card' }))
    expect(card.getByText("3 of your 3 songs are in the crowd's card, 2 in the same slot")).toBeDefined()
    const songOf = (name: string) => card.getByText(name).closest('li')?.textContent
    expect(songOf('Opener 5')).toContain('same slot as the crowd')
    expect(songOf('Lullaby 5')).toContain("in the crowd's card, elsewhere")
  })

  test('shows a song that the fan has picked twice in both slots', async () => {
    const twice = { ...picks, encore: [1, 2].map(() => ({ id: 7, name: 'Again' })) }
    const warnings = vi.spyOn(console, 'error')
    openPage(predictionsAre(predictionOf(5, { setlist: twice })), loggedIn, showIs(closed))
    const card = within(await screen.findByRole('region', { name: 'your card' }))
    const slots = card.getAllByText('Again').map((name) => name.closest('li')?.value)
    expect(slots).toEqual([1, 2])
    expect(warnings).not.toHaveBeenCalled()
  })

  test('says so when nobody has picked', async () => {
    openPage(showIs(closed), crowdIs({ ...crowd, players: 0, songs: [] }))
    expect(await screen.findByText('Nobody has picked this show.')).toBeDefined()
  })

  test('lists the songs of a past show once, with the notes on its setlist', async () => {
    openPage(showIs(playedShow(5, '2026-06-20')), fake(liveShowEndpoints.getLiveShow, { ok: liveShowOf() }))
    const notes = within(await screen.findByRole('region', { name: 'notes on the setlist' }))
    expect(notes.getByText('Without a break.')).toBeDefined()
    expect(screen.getByRole('region', { name: /^songs / })).toBeDefined()
    expect(screen.queryByText('Set 1: Lantern Season > Owl Hours')).toBeNull()
  })

  test('shows the setlist as soon as there is one', async () => {
    let hasSetlist = false
    openPage(
      showIs(closed),
      fake(showEndpoints.getShowStatus, () => ({
        ok: { isScored: false, isOpen: false, hasSetlist, players: 60 },
      })),
    )
    await revealed()
    hasSetlist = true
    act(() => deliver('show:changed', { topic: 'show:5', from: 2, to: 3, show: { ...closed, version: 3 } }))
    const played = within(await screen.findByRole('region', { name: 'setlist' }))
    expect(await played.findByText('Set 1: Lantern Season > Owl Hours')).toBeDefined()
    expect(played.getByText('Without a break.')).toBeDefined()
  })

  test('hides all picks again when an admin opens them', async () => {
    const { queryClient } = openPage(showIs(closed))
    await revealed()
    queryClient.setQueryData(['personal', 'show-boards', 5, 'tour'], {})
    const secrets = [
      ['crowds', 5],
      ['live-shows', 5],
      ['personal', 'show-boards', 5, 'tour'],
    ]
    const held = () => secrets.filter((queryKey) => queryClient.getQueryCache().find({ queryKey }))
    expect(held()).toEqual(secrets)
    const locks_at = new Date(LOCK + 3_600_000).toISOString()
    act(() =>
      deliver('show:changed', { topic: 'show:5', from: 2, to: 3, show: { ...open, locks_at, version: 3 } }),
    )
    expect(await screen.findByRole('button', { name: 'make my picks' })).toBeDefined()
    expect(screen.queryByText('fans have called this show')).toBeNull()
    await waitFor(() => expect(held()).toEqual([]))
  })

  test('recovers from a failed request by try again', async () => {
    const { user } = openPage(
      liveShowsAre(),
      upcomingShowsAre(),
      failOnce(showEndpoints.getShow, { ok: playedShow(5, '2026-06-20') }),
      failOnce(showPickEndpoints.getCrowd, { ok: crowd }),
      recentShowsAre(),
    )
    await screen.findByText('The show could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    await screen.findByText('The picks could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'try again' }))
    expect(await screen.findByRole('region', { name: 'what was picked' })).toBeDefined()
  })

  test('says that there is no such show', async () => {
    openPage(fake(showEndpoints.getShow, { error: 'show_not_found' }))
    expect(await screen.findByText('There is no such show.')).toBeDefined()
  })
})

describe("page of a show: everybody's picks", () => {
  const ben = { id: 8, display_name: 'Ben Birch', avatar_path: null }
  const cardOf = (player: PlayerPicks['player'], score: number | null = null) => ({ player, picks, score })

  test('loads them on demand, page by page, and hides names that are not shown', async () => {
    const pages = fake(showPickEndpoints.listShowPredictions, ({ query }) =>
      query.get('after') === '77'
        ? { ok: { predictions: [cardOf(null)], next: null } }
        : { ok: { predictions: [cardOf(ben, 42)], next: 77 } },
    )
    const { user, requests } = openPage(pages, showIs(closed), crowdIs({ ...crowd, players: 2 }))
    const button = await screen.findByRole('heading', { name: "everybody's picks" })
    expect(requests.some((request) => request.endsWith('/shows/5/predictions'))).toBe(false)
    await user.click(button)
    const list = await screen.findByRole('list', { name: "everybody's picks" })
    expect(within(list).getByText('Ben Birch')).toBeDefined()
    expect(within(list).getByText(/42/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'show 1 more' }))
    expect(await within(list).findByText('a fan')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^show .* more$/ })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'what was picked' }))

    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [8] }))
    await waitFor(() => expect(within(list).getAllByText('a fan')).toHaveLength(2))
  })
})
