import { namedDice } from '@called-it/infra/demo/dice'
import type { Database } from '@called-it/infra/postgres/client'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { storeReplay } from '@called-it/infra/postgres/queries/standings/tour-histories'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import type { SongId } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import { commitPicksOf } from '../support/commit-picks.ts'
import { makeUser } from '../support/factories/accounts.ts'
import { makeSetlist, makeShow, makeSong, makeSongs, makeTour } from '../support/factories/catalogue.ts'
import { makeLeague } from '../support/factories/leagues.ts'
import { makeLiveBoard } from '../support/factories/live-boards.ts'
import { makePrediction, makeScores } from '../support/factories/scores.ts'

const PLAYERS = 47
const LEAGUE_MEMBERS = 12

/** Each player has a song that no page lists: only picks can tell it. */
export const secretOf = (player: number) => `Secret of player ${player}.`
/** Only the target picks it, after a change. */
export const OTHER_SECRET = 'Another secret of the target.'

export type World = {
  readonly players: readonly User[]
  /** The player whose picks change. */
  readonly target: User
  readonly otherPicks: readonly SongId[]
  /** Nobody but their owners sees the picks of the first three. */
  readonly shows: Readonly<Record<'open' | 'held' | 'cancelled' | 'scored', number>>
  readonly tourId: number
  readonly runId: number
  /** Its first members are the target and the admin. */
  readonly league: { readonly id: number; readonly token: string }
  /** Tokens of the target's shared cards of the hidden shows. */
  readonly shares: readonly string[]
}

/** 47 players with picks of four shows: the second is an admin, every fourth shows no name. */
export async function makeWorld(db: Database): Promise<World> {
  const songs = await makeSongs(db, 20)
  const [players, secrets]: [User[], SongId[]] = [[], []]
  for (let player = 0; player < PLAYERS; player += 1) {
    const secret = await makeSong(db, { name: secretOf(player), retired_at: new Date() })
    secrets.push(secret.id)
    players.push(await makeUser(db, { isAdmin: player === 1, showsPicks: player % 4 !== 2 }))
  }
  const other = await makeSong(db, { name: OTHER_SECRET, retired_at: new Date() })
  const { id: tourId } = await makeTour(db)
  const on = async (given: Parameters<typeof makeShow>[1]) =>
    (await makeShow(db, { tour_id: tourId, ...given })).id
  const shows = {
    open: await on({}),
    held: await on({ picks_closed: true, closed_by_run: 1 }),
    cancelled: await on({ daysFromToday: -2, cancelled_at: new Date() }),
    scored: await on({ daysFromToday: -3 }),
  }
  const dice = namedDice('foreign picks')
  const draw = (count: number) => Array.from({ length: count }, () => dice.pick(songs)?.id ?? null)
  for (const [player, { id: userId }] of players.entries()) {
    for (const showId of [shows.open, shows.held, shows.cancelled]) {
      const picks = { set1: [secrets[player] ?? null, ...draw(7)], set2: draw(8), encore: draw(3) }
      await makePrediction(db, { showId, userId, picks })
    }
    await makePrediction(db, { showId: shows.scored, userId, picks: { set1: draw(8) } })
  }
  // Hidden shows have one from before they were reopened.
  for (const showId of Object.values(shows)) {
    const rows = players.map(({ id }, at) => ({ userId: id, total: PLAYERS - at }))
    await makeLiveBoard(db, { showId, rows })
  }
  await commitAsIfLocked(db, [shows.open, shows.held, shows.cancelled])
  await makeSetlist(db, shows.scored, { set1: songs.slice(0, 8).map(({ id }) => id) })
  const scores = players.map(({ id }) => ({ user_id: id, total: 6 }))
  const { runId, scoreSetId } = await makeScores(db, { id: shows.scored }, scores)
  // As its build would: no workers run here.
  const top = players.slice(0, 10).map(({ id }): [number, number] => [id, 6])
  const steps = [{ histogram: packHistogram([{ total: 6, players: PLAYERS }]), top }]
  await db.transaction().execute((trx) => storeReplay(trx, { showId: shows.scored, scoreSetId, steps }))
  const [target] = players
  if (!target) throw new Error('there are no players')
  const otherPicks = [other.id, ...songs.slice(15).map(({ id }) => id)]
  const members = players.slice(0, LEAGUE_MEMBERS).map(({ id }) => id)
  const league = await makeLeague(db, members)
  const shares = [shows.open, shows.held, shows.cancelled].map((showId, at) => ({
    token: `${at}`.repeat(22),
    show_id: showId,
    user_id: target.id,
  }))
  await db.insertInto('shares').values(shares).execute()
  return {
    players,
    target,
    otherPicks,
    shows,
    tourId,
    runId,
    league,
    shares: shares.map(({ token }) => token),
  }
}

/** Leaves the roots of locks behind that are not replaced. */
async function commitAsIfLocked(db: Database, showIds: readonly number[]): Promise<void> {
  await sql`CREATE TABLE before AS SELECT id, locks_at, cancelled_at FROM shows`.execute(db)
  await sql`UPDATE shows SET locks_at = now(), cancelled_at = NULL`.execute(db)
  for (const showId of showIds) await commitPicksOf(db, showId)
  await sql`
    UPDATE shows SET locks_at = before.locks_at, cancelled_at = before.cancelled_at
    FROM before WHERE before.id = shows.id`.execute(db)
}
