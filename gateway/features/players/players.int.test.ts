import { eraseUser, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { PLAYER_PAGE } from '@called-it/shared/contract/players'
import type { Badge } from '@called-it/shared/game/badges'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { changeSong, makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (path: string) => game.gateway.send('GET', path)
const readPage = (userId: number) => game.gateway.request('getPlayer', { userId })
async function readShows(userId: number, user?: User) {
  const as = user && (await game.gateway.loginAs(user))
  return (await game.gateway.request('listPlayerShows', { userId }, { as })).shows
}

/** A scored show of which the first total is the player's. */
async function play(player: User, daysFromToday: number, totals: readonly number[], tour_id?: number) {
  const show = await makeShow(db, { daysFromToday, ...(tour_id !== undefined && { tour_id }) })
  await makePrediction(db, { showId: show.id, userId: player.id, picks: { set1: [game.song(0)] } })
  await makeSetlist(db, show.id, { set1: [game.song(0)] })
  // The others need no profile.
  const scores = totals.map((total, at) => ({ user_id: at === 0 ? player.id : 1_000_000 + at, total }))
  await makeScores(db, show, scores)
  return show
}

async function award(player: User, badge: Badge, showId: number | null): Promise<void> {
  await db.insertInto('badges').values({ user_id: player.id, badge, show_id: showId }).execute()
}

async function callRare(player: User, showId: number, song: number, gap: number): Promise<void> {
  const row = { show_id: showId, user_id: player.id, feats: 0, rarest_song: song, rarest_gap: gap }
  await db.insertInto('night_feats').values(row).execute()
}

async function makePlayer(given: { showsPicks?: boolean } = {}) {
  const player = await makeUser(db, { displayName: 'Wren', ...given })
  const tour = await makeTour(db, { name: 'Fall' })
  const nights = [
    await play(player, -9, [4, 9, 9, 1], tour.id),
    await play(player, -8, [12, 12, 3], tour.id),
    await play(player, -7, [0]),
  ]
  const standing = { user_id: player.id, total: 16, shows: 2, best: 12 }
  await makeStanding(db, { ...standing, board: tour.id })
  await makeStanding(db, { ...standing, board: tour.id, user_id: 1_000_001, total: 20 })
  const [first, second] = nights
  if (!first || !second) return expect.unreachable()
  await award(player, 'night-won', second.id)
  await award(player, 'first-show', first.id)
  await award(player, 'whole-tour', null)
  await callRare(player, first.id, game.song(3), 70)
  await callRare(player, second.id, game.song(4), 90)
  const [, , third] = nights
  // Played at the show before.
  await callRare(player, third?.id ?? 0, game.song(5), 0)
  return { player, tour, nights, first, second }
}

test('tells the record, best shows, rarest songs and badges', async () => {
  const { player, tour, first, second } = await makePlayer()
  await makeStanding(db, { board: GLOBAL_BOARD, user_id: player.id, total: 16, shows: 3, best: 12 })
  const open = await makeShow(db)
  await makePrediction(db, { showId: open.id, userId: player.id, picks: { set1: [game.song(5)] } })
  const page = await readPage(player.id)
  expect(page).toMatchObject({
    player: { id: player.id, display_name: 'Wren', avatar_path: null },
    shows_picks: true,
    record: [
      { tour: null, total: 16, shows: 3, best: 12, rank: 1, players: 1 },
      { tour: { id: tour.id, name: 'Fall' }, total: 16, rank: 2, players: 2 },
    ],
    best_shows: [
      { show: { id: second.id }, tour_id: tour.id, total: 12, rank: 1, players: 3 },
      { show: { id: first.id }, total: 4, rank: 3, players: 4 },
      { total: 0, tour_id: null, rank: 1, players: 1 },
    ],
    rarest: [
      { song: { id: game.song(4) }, gap: 90, show: { id: second.id } },
      { song: { id: game.song(3) }, gap: 70, show: { id: first.id } },
    ],
    badges: [
      { badge: 'first-show', show: { id: first.id } },
      { badge: 'whole-tour', show: null },
      { badge: 'night-won', show: { id: second.id } },
    ],
  })
  expect((await readShows(player.id)).map(({ total, rank }) => [total, rank])).toEqual([
    [0, 1],
    [12, 1],
    [4, 3],
  ])
})

test('tells single shows of a player who hides the picks to themselves only', async () => {
  const { player, tour, nights } = await makePlayer({ showsPicks: false })
  const { text } = await get(`/api/players/${player.id}`)
  for (const { id, venue } of nights) {
    expect(text).not.toContain(`"id":${id},"date"`)
    expect(text).not.toContain(JSON.stringify(venue))
  }
  expect(await readPage(player.id)).toMatchObject({
    shows_picks: false,
    record: [{ tour: { id: tour.id }, total: 16 }],
    best_shows: [],
    rarest: [],
    badges: [
      { badge: 'first-show', show: null },
      { badge: 'whole-tour', show: null },
      { badge: 'night-won', show: null },
    ],
  })
  expect(await readShows(player.id)).toEqual([])
  expect(await readShows(player.id, await makeUser(db))).toEqual([])
  expect(await readShows(player.id, player)).toHaveLength(3)
})

test('returns 404 for unknown, deleted and suspended players', async () => {
  const [deleted, suspended] = [await makeUser(db), await makeUser(db)]
  await eraseUser(db, deleted.id)
  await changeUser(db, suspended.id, { suspended_at: new Date() })
  for (const id of [deleted.id, suspended.id, 2_147_483_647]) {
    for (const path of [`/api/players/${id}`, `/api/players/${id}/shows`]) {
      expect(await get(path)).toMatchObject(refusal(404, 'user_not_found'))
    }
  }
})

test('names merged songs, and leaves out further shows and unknown badges', async () => {
  const player = await makeUser(db)
  const totals = [3, 8, 1, 5, 9, 2]
  for (const [at, total] of totals.entries()) {
    const { id } = await play(player, -30 - at, [total])
    await callRare(player, id, game.song(6 + (at % 2)), 50 + at)
  }
  const merged = { merged_into: game.song(6) }
  await changeSong(db, game.song(7), merged)
  await db
    .insertInto('badges')
    // @ts-expect-error: of a newer release
    .values({ user_id: player.id, badge: 'moon-landing', show_id: null })
    .execute()
  const { best_shows, rarest, badges, record } = await readPage(player.id)
  expect(best_shows.map(({ total }) => total)).toEqual([9, 8, 5, 3, 2])
  expect(best_shows).toHaveLength(PLAYER_PAGE.bestShows)
  expect(rarest).toMatchObject([{ song: { id: game.song(6) }, gap: 55 }])
  expect([badges, record]).toEqual([[], []])
})
