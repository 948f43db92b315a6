import { type NamedPlayer, playerEndpoints } from '@called-it/shared/contract/players'
import { showPickEndpoints } from '@called-it/shared/contract/show-picks'
import { BADGES } from '@called-it/shared/game/badges'
import { ann, loggedIn, predictionOf, visitor } from '@called-it/tests/support/web/factories'
import { type FakeRoute, failOnce, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import {
  mo,
  playerPageOf,
  playerShowOf,
  playersAre,
  wren,
} from '@called-it/tests/support/web/player-factories'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cellsOfTable } from '@called-it/tests/support/web/table-cells'
import { textsOf } from '@called-it/tests/support/web/texts-of'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'
import { PlayerPage } from './player-page.tsx'

function open(at: string, ...routes: FakeRoute[]) {
  const requests = fakeApi(...routes)
  return { requests, ...renderPage(<PlayerPage />, { at, pattern: '/players/:userId' }) }
}

const followedAre = (...players: NamedPlayer[]) => fake(playerEndpoints.listFollowed, { ok: { players } })
const heading = (name: string | RegExp = 'Wren Alder') => screen.findByRole('heading', { name, level: 1 })
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const itemsOf = async (name: string) => textsOf(await screen.findByRole('list', { name }), 'listitem')
const ownPage = playerPageOf({ player: { id: ann.id, display_name: 'Ann Alder', avatar_path: null } })

describe('page of a player', () => {
  test('shows the record, badges, best shows, rarest songs and past shows', async () => {
    const shows = [playerShowOf(2, 44, { rank: 1 }), playerShowOf(1, 26)]
    open('/players/12', visitor, ...playersAre([playerPageOf()], { 12: shows }))
    await heading()
    expect(document.title).toBe('Wren Alder · Called It')
    const facts = region('player').getAllByRole('definition')
    expect(facts.map(({ textContent }) => textContent)).toEqual(['1,204', '#3 of 2,000', '41', '44'])
    expect(cellsOfTable(screen.getByRole('table', { name: 'record by tour' }))).toEqual([
      ['all shows 41 shows', '#3 of 2,000', '44', '1,204'],
      ['Fall 2026 2 shows', '#5 of 2,000', '44', '70'],
    ])
    expect(await itemsOf('badges')).toEqual([
      'first nightA first score.Hall 1, March 5, 2026',
      'whole tourPicks for every show of a tour.',
    ])
    const rows = (name: string) => textsOf(region(name), 'listitem')
    expect(rows('best shows')[0]).toBe('Hall 244 ptsMarch 5, 2026#1 of 40')
    expect(rows('rarest songs called')).toEqual(['Owl Hoursgap 112Hall 2, March 5, 2026'])
    expect(region('rarest songs called').getByRole('link').getAttribute('href')).toBe('/songs/9')
    expect(await itemsOf('past shows')).toEqual([
      'Hall 2 March 5, 2026 · Kyoto, Japan44 pts #1 of 40',
      'Hall 1 March 5, 2026 · Kyoto, Japan26 pts #2 of 40',
    ])
    expect(screen.queryByRole('button', { name: 'follow' })).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('loads the card of a past show when it is opened', async () => {
    const card = fake(showPickEndpoints.getShowPrediction, {
      ok: { player: wren, picks: predictionOf(2).setlist, score: 44 },
    })
    const { user, requests } = open(
      '/players/12',
      visitor,
      ...playersAre([playerPageOf()], { 12: [playerShowOf(2, 44)] }),
      card,
    )
    await user.click(await screen.findByText(/Kyoto, Japan$/))
    expect((await screen.findByRole('link', { name: 'see the show' })).getAttribute('href')).toBe('/shows/2')
    await screen.findByText('Set 1')
    expect(requests).toContain('GET /api/shows/2/predictions/12')
  })

  test('has thirty of many past shows, and more on demand', async () => {
    const shows = Array.from({ length: 200 }, (_, at) => playerShowOf(200 - at, at % 40))
    const { user } = open('/players/12', visitor, ...playersAre([playerPageOf()], { 12: shows }))
    expect(await itemsOf('past shows')).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'more shows' }))
    expect(await itemsOf('past shows')).toHaveLength(60)
  })

  test('has no single show of a player who hides the picks', async () => {
    const hidden = playerPageOf({ shows_picks: false, best_shows: [], rarest: [] })
    const { requests } = open('/players/12', visitor, ...playersAre([hidden]))
    await heading()
    expect(screen.getByText(/does not show picks under the name/)).toBeDefined()
    expect(screen.queryByRole('region', { name: 'best shows' })).toBeNull()
    expect(requests).not.toContain('GET /api/players/12/shows')
  })

  test('shows fans their own shows, open badges and whom they follow', async () => {
    const hidden = { ...ownPage, shows_picks: false, best_shows: [], rarest: [] }
    const shows = { [ann.id]: [playerShowOf(2, 44)] }
    open('/players/7', loggedIn, ...playersAre([hidden], shows), followedAre(mo))
    await heading(/Ann Alder you/)
    expect(await screen.findByText(/^Only you see these/)).toBeDefined()
    expect(await itemsOf('past shows')).toHaveLength(1)
    expect(await itemsOf('badges')).toHaveLength(BADGES.length)
    expect(await itemsOf('players you follow')).toEqual(['MMo'])
    expect(screen.queryByRole('button', { name: 'follow' })).toBeNull()
  })

  test('says that a player has not played, or has no page', async () => {
    const nobody = playerPageOf({ record: [], best_shows: [], rarest: [], badges: [] })
    const { unmount } = open('/players/12', visitor, ...playersAre([nobody]))
    expect(await screen.findByText('No scored show yet.')).toBeDefined()
    unmount()
    const { requests } = open('/players/wren', visitor, ...playersAre([]))
    expect(await screen.findByText('There is no such player.')).toBeDefined()
    expect(requests.filter((made) => made.includes('players'))).toEqual([])
  })

  test('is gone once the profile is deleted', async () => {
    const pages = [playerPageOf()]
    vi.spyOn(Math, 'random').mockReturnValue(0)
    open('/players/12', visitor, ...playersAre(pages))
    await heading()
    pages.pop()
    act(() => deliver('users:deleted', { topic: 'deletions', from: 0, to: 1, userIds: [12] }))
    expect(await screen.findByText('There is no such player.')).toBeDefined()
  })

  test('recovers from a failure by try again', async () => {
    const failing = failOnce(playerEndpoints.getPlayer, { ok: playerPageOf() })
    const { user } = open('/players/12', visitor, failing, ...playersAre([]))
    await user.click(await screen.findByRole('button', { name: 'try again' }))
    expect(await heading()).toBeDefined()
  })
})

describe('following', () => {
  test('follows and unfollows a player', async () => {
    const { user, requests } = open(
      '/players/12',
      loggedIn,
      ...playersAre([playerPageOf()]),
      followedAre(),
      fake(playerEndpoints.followPlayer, { ok: { players: [wren] } }),
      fake(playerEndpoints.unfollowPlayer, { ok: { players: [] } }),
    )
    await user.click(await screen.findByRole('button', { name: 'follow' }))
    expect(await screen.findByText('You follow Wren Alder')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'unfollow' }))
    expect(await screen.findByRole('button', { name: 'follow' })).toBeDefined()
    const path = '/api/users/current/follows/12'
    expect(requests.filter((made) => made.includes(path))).toEqual([`PUT ${path}`, `DELETE ${path}`])
  })

  test('follows by a double click', async () => {
    const { requests } = open(
      '/players/12',
      loggedIn,
      ...playersAre([playerPageOf()]),
      followedAre(),
      fake(playerEndpoints.followPlayer, { ok: { players: [wren] } }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'follow', busy: false }), { detail: 1 })
    fireEvent.click(await screen.findByRole('button', { name: 'unfollow' }), { detail: 2 })
    await screen.findByText('You follow Wren Alder')
    expect(requests.filter((made) => made.includes('follows/12'))).toEqual([
      'PUT /api/users/current/follows/12',
    ])
  })

  test('says that nobody else can be followed', async () => {
    const full = fake(playerEndpoints.followPlayer, { error: 'too_many_followed' })
    const { user } = open('/players/12', loggedIn, ...playersAre([playerPageOf()]), followedAre(), full)
    await user.click(await screen.findByRole('button', { name: 'follow' }))
    expect(await screen.findByText(/You follow as many players as you can/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'follow' })).toBeDefined()
  })
})

describe('comparison', () => {
  const pages = [playerPageOf(), ownPage, playerPageOf({ player: mo })]
  const shows = {
    12: [playerShowOf(4, 5), playerShowOf(3, 20), playerShowOf(2, 9), playerShowOf(1, 30)],
    [ann.id]: [playerShowOf(3, 12), playerShowOf(2, 9), playerShowOf(1, 31)],
  }

  test('compares the shows that both have played', async () => {
    const { user, address } = open(
      '/players/12',
      loggedIn,
      ...playersAre(pages, shows),
      followedAre(wren, mo),
    )
    const choice = await screen.findByRole('combobox', { name: 'compare with' })
    await within(choice).findByRole('option', { name: 'Mo' })
    expect(textsOf(choice, 'option')).toEqual(['compare with…', 'me', 'Mo'])
    await user.selectOptions(choice, 'me')
    expect(address()).toBe('/players/12?with=7')
    expect(await itemsOf('both players')).toEqual([
      'Wren Alder59 points1 show won',
      'Ann Alder52 points1 show won',
    ])
    expect(screen.getByText('Of the 3 shows that both have played.')).toBeDefined()
    const table = screen.getByRole('table', { name: 'show by show' })
    expect(cellsOfTable(table).map(([, one, other]) => [one, other])).toEqual([
      [' 20', '12'],
      ['9', '9'],
      ['30', ' 31'],
    ])
    expect(within(table).getAllByRole('img', { name: 'won' })).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'close' }))
    await waitFor(() => expect(address()).toBe('/players/12'))
    expect(screen.queryByRole('region', { name: 'compared' })).toBeNull()
  })

  test.each([
    ['has no show to compare', '13', 'No show to compare with Mo.'],
    ['knows no such player', '99', 'There is no such player.'],
  ])('says that it %s', async (_, other, text) => {
    open(`/players/12?with=${other}`, visitor, ...playersAre(pages, shows))
    expect(await screen.findByText(text)).toBeDefined()
    expect(await heading()).toBeDefined()
  })

  test.each(['12', 'x'])('ignores ?with=%s', async (other) => {
    open(`/players/12?with=${other}`, visitor, ...playersAre(pages, shows))
    await heading()
    expect(screen.queryByRole('region', { name: 'compared' })).toBeNull()
  })
})
