import { namedDice } from '@called-it/infra/demo/dice'
import { insertMissingUsers } from '@called-it/infra/postgres/queries/accounts/new-users'
import { rebuildStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import { type LeagueOptions, leagueTable } from '@called-it/shared/game/leagues'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { createScorer } from '@called-it/shared/game/scoring'
import type { Picks, SetName } from '@called-it/shared/game/setlist'
import { makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeScoredShow } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { packAll, totalsByBulkScorer } from '@called-it/tests/support/live-reference'
import { expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const [USERS, PAST_SHOWS, LEAGUES, SONGS] = [1_000, 14, 16, 20]
const HOUR = 3_600_000
const SEED = `leagues ${Date.now()}`
const dice = namedDice(SEED)

/** A show of the global board: the points of everybody who played. */
type Night = { id: number; tourId: number; locksAt: Date; points: Map<number, number> }
type Given = LeagueOptions & { tourId: number | null; joined: Map<number, Date> }

const someOf = <Item>(items: readonly Item[], probability: number) =>
  items.filter(() => dice.chance(probability))
const oneOf = <Item>(items: readonly Item[]) => dice.pick(items) ?? expect.fail('nothing to pick')

async function makeUsers(): Promise<number[]> {
  const users = Array.from({ length: USERS }, (_, index) => ({
    email: `random-${index}@example.test`,
    displayName: `Fan ${index}`,
    passwordHash: 'none',
    isVerified: true,
  }))
  return [...(await insertMissingUsers(db, users)).values()]
}

async function makePastShow(tourId: number, daysAgo: number, users: readonly number[]): Promise<Night> {
  const locksAt = new Date(Date.now() - daysAgo * 24 * HOUR)
  const points = new Map(someOf(users, 0.6).map((id) => [id, dice.between(0, 6)]))
  const scores = Array.from(points, ([user_id, total]) => ({ user_id, total }))
  const given = { tour_id: tourId, daysFromToday: -daysAgo, locks_at: locksAt }
  const { id } = await makeScoredShow(db, {}, scores, given)
  return { id, tourId, locksAt, points }
}

function randomPicks(): Picks {
  const slots = (size: number) =>
    Array.from({ length: size }, () => (dice.chance(0.7) ? game.song(dice.between(0, SONGS - 1)) : null))
  return { set1: [game.song(0), ...slots(7)], set2: slots(8), encore: slots(3) }
}

async function makeTonight(tourId: number, users: readonly number[]) {
  const locksAt = new Date(Date.now() - HOUR)
  const show = await makeShow(db, { tour_id: tourId, daysFromToday: 0, locks_at: locksAt })
  const cards = someOf(users, 0.8).map((userId) => ({ userId, picks: randomPicks() }))
  const row = ({ userId, picks }: (typeof cards)[number]) => {
    return { show_id: show.id, user_id: userId, picks: Buffer.from(packPicks(picks)) }
  }
  await db.insertInto('predictions').values(cards.map(row)).execute()
  return { id: show.id, tourId, locksAt, cards }
}

/**
 * Members join about the locks: just before, at the same instant, and just after.
 *
 * @param tours empty: its options filter nothing
 */
async function makeRandomLeague(tours: readonly number[], locks: readonly Date[], users: readonly number[]) {
  const isPlain = tours.length === 0
  const options = {
    counts_from: isPlain || dice.chance(0.5) ? 'all' : 'joining',
    drop_worst: isPlain ? 0 : dice.between(0, 5),
    tour_id: isPlain || dice.chance(0.3) ? null : oneOf(tours),
  } as const
  const joined = new Map(
    someOf(users, dice.roll() * 0.4).map((id) => [
      id,
      new Date(oneOf(locks).getTime() + dice.between(-1, 1)),
    ]),
  )
  for (const id of users.slice(0, 2)) joined.set(id, oneOf(locks))
  const members = Array.from(joined, ([user_id, joined_at]) => ({ user_id, joined_at }))
  const { id } = await makeLeague(db, members, options)
  return { ...options, id, tourId: options.tour_id, joined }
}

/** The rows of the global board, filtered: each show of each member is one, and a missed one is null. */
function filterRows({ tourId, counts_from, drop_worst, joined }: Given, nights: readonly Night[]) {
  const rows = Array.from(joined, ([userId, joinedAt]) => {
    const counting = nights
      .filter((night) => tourId === null || night.tourId === tourId)
      .filter((night) => counts_from === 'all' || night.locksAt > joinedAt)
      .map(({ points }) => points.get(userId) ?? null)
      .sort((one, other) => (other ?? -1) - (one ?? -1))
    const kept = counting.slice(0, Math.max(1, counting.length - drop_worst)).filter((each) => each !== null)
    return {
      userId,
      total: kept.reduce((sum, each) => sum + each, 0),
      best: kept[0] ?? 0,
      shows: kept.length,
    }
  })
  const ranked = rows.map((row) => ({
    ...row,
    rank: 1 + rows.filter(({ total }) => total > row.total).length,
  }))
  return ranked.sort((one, other) => one.userId - other.userId)
}

async function readAsMember(leagueId: number, showId: number, as: string) {
  const page = await game.gateway.request('getLeague', { leagueId }, { as })
  const { cards } = page.live.includes(showId)
    ? await game.gateway.request('listLeagueCards', { leagueId, showId }, { as })
    : { cards: [] }
  const idsOf = (slots: readonly ({ id: number } | null)[]) => slots.map((song) => song?.id ?? null)
  return {
    page,
    cards: cards.map(({ user_id, picks: { set1, set2, encore } }) => ({
      userId: user_id,
      picks: { set1: idsOf(set1), set2: idsOf(set2), encore: idsOf(encore) },
    })),
  }
}

test('gives every league the filtered rows of the global board, at every song', async () => {
  const users = await makeUsers()
  const tours = [(await makeTour(db)).id, (await makeTour(db)).id]
  const past: Night[] = []
  for (let shows = 1; shows <= PAST_SHOWS; shows += 1) {
    past.push(await makePastShow(oneOf(tours), shows * 2, users))
  }
  await db.transaction().execute((trx) => rebuildStandings(trx))
  const tonight = await makeTonight(oneOf(tours), users)
  const locks = [...past, tonight].map(({ locksAt }) => locksAt)
  const leagues: (Awaited<ReturnType<typeof makeRandomLeague>> & {
    as: string
    seen: Awaited<ReturnType<typeof readAsMember>>
  })[] = []
  const owner = users[0] ?? expect.fail('no users')
  const as = await game.gateway.loginAs({ id: owner })
  for (let made = 0; made < LEAGUES; made += 1) {
    const league = await makeRandomLeague(made === 0 ? [] : tours, locks, users)
    leagues.push({ ...league, as, seen: await readAsMember(league.id, tonight.id, as) })
  }
  const packed = packAll(tonight.cards.map(({ picks }) => picks))
  const places = Array.from({ length: 12 }, (_, index): SetName => {
    return index < 5 ? 'set1' : index < 10 ? 'set2' : 'encore'
  })
  const played: { set: SetName; song: number }[] = []
  for (const [step, set] of places.entries()) {
    played.push({ set, song: game.song(dice.between(0, SONGS - 1)) })
    const actual = groupBySet(played)
    const openSet = step === places.length - 1 ? null : set
    const totals = totalsByBulkScorer(packed, actual, openSet)
    const points = new Map(tonight.cards.map(({ userId }, index) => [userId, totals[index] ?? 0]))
    const score = createScorer(actual, NO_MERGES, openSet)
    for (const league of leagues) {
      const { page, cards } = league.seen
      const night = {
        locks_at: tonight.locksAt.toISOString(),
        totals: new Map(cards.map(({ userId, picks }) => [userId, score(picks).total])),
      }
      const table = leagueTable(page.table, page.league, page.live.includes(tonight.id) ? [night] : [])
      const rows = table
        .map(({ userId, total, best, shows, rank }) => ({ userId, total, best, shows, rank }))
        .sort((one, other) => one.userId - other.userId)
      expect(rows, `${SEED}, song ${step}`).toEqual(filterRows(league, [...past, { ...tonight, points }]))
    }
    const left = oneOf(leagues.filter(({ joined }) => joined.size > 1))
    const leaver = oneOf([...left.joined.keys()].filter((id) => id !== owner))
    await game.gateway.send('POST', `/api/leagues/${left.id}/leave`, {
      as: await game.gateway.loginAs({ id: leaver }),
    })
    left.joined.delete(leaver)
    left.seen = await readAsMember(left.id, tonight.id, as)
  }
}, 60_000)
