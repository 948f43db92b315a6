import { setTimeout as wait } from 'node:timers/promises'
import { listKeptMails } from '@called-it/infra/mail/kept-mails'
import type { Database } from '@called-it/infra/postgres/client'
import { makeSetlist } from '@called-it/infra/postgres/factories'
import { namedDice } from '@called-it/infra/setlist-sources/demo/dice'
import { sql } from 'kysely'
import { findViolations, listRunsNotCarriedOut } from './find-violations.ts'
import { startKillablePostgres } from './killable-postgres.ts'
import { makePredictedShows } from './predicted-show.ts'
import { causeRandomFaults, type FaultKind } from './random-faults.ts'
import { startSaving } from './saving.ts'
import { type LoggedIn, type System, startSystem } from './start-system.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

/** What was promised to those who asked, and what came of it. */
export type Count = {
  /** Calls that were answered with success. */
  readonly acknowledged: number
  /** What is in the database of them. */
  readonly effects: number
  /** How many different things were asked for. */
  readonly distinct: number
}

export type SoakTally = {
  readonly faults: Record<FaultKind, number>
  /** Each is a fan's picks for a show of its own. */
  readonly saves: Count
  /** Each is an account of its own. */
  readonly registrations: Count
  /** Mails that were kept, and how many accounts got one: a worker that dies between the two sends it again. */
  readonly mails: { readonly kept: number; readonly accounts: number }
  /** Orders to score a show, which join those that wait. */
  readonly orders: { readonly acknowledged: number; readonly runs: number; readonly runsCarriedOut: number }
  /** How often a save was sent again, since no answer came or 503. */
  readonly repeats: number
  /** Answers that nobody should get. */
  readonly refused: number
  /** What is not as it should be at the end; nothing is how it should be. */
  readonly flaws: readonly string[]
}

const FANS = 4
const PAGES = 10
/** Open shows: more than a fan saves for, so that each save is for another one. */
const OPEN_SHOWS_A_MINUTE = 6_000
const SCORED_SHOWS = 4
const PREDICTIONS = 1_000
const ORDER_EVERY_MS = 500
const MENDED_LIMIT_MS = 180_000

/** Runs a whole system of its own under load and random faults, then lets it come to rest and counts. */
export async function soak({ forMs, seed }: { forMs: number; seed: string }): Promise<SoakTally> {
  const dataDir = await makeTemporaryDataDir()
  const database = await startKillablePostgres()
  const system = await startSystem({ database, gateways: 2, workers: 2, env: { DATA_DIR: dataDir } })
  try {
    const { db } = database
    const shows = await makePredictedShows(db, SCORED_SHOWS, PREDICTIONS)
    const openShows = await makeOpenShows(db, Math.ceil((forMs / 60_000) * OPEN_SHOWS_A_MINUTE))
    const songIds = (await db.selectFrom('songs').select('id').execute()).map(({ id }) => id)
    const fans = await Promise.all(Array.from({ length: FANS }, () => system.logIn('fan')))
    const admin = await system.logIn('admin')
    const pages = await Promise.all(
      Array.from(
        { length: PAGES },
        (_, number) => system.gateways[number % 2]?.openPage() ?? Promise.reject(),
      ),
    )
    const saving = startSaving(system, { fans, showIds: openShows, songIds })
    const over = new AbortController()
    const ordering = orderOn(system, { admin, showIds: shows.map(({ id }) => id), until: over.signal })
    const registering = registerOn(system, over.signal)

    const faults = await causeRandomFaults(system, { forMs, dice: namedDice(seed) })
    over.abort()
    await saving.stop()
    const orders = await ordering
    const addresses = await registering
    const saves = saving.acknowledged()
    await scoreSome(system, { admin, showIds: openShows.slice(0, 5), songIds })
    const flaws = await flawsThatStay(() => findViolations(db, { saves, pages }))

    const kept = await count(db, sql`SELECT count(*) FROM predictions WHERE show_id = ANY(${openShows})`)
    const accounts = await count(db, sql`SELECT count(*) FROM users WHERE email = ANY(${addresses})`)
    const mailed = await listKeptMails(dataDir, Number.MAX_SAFE_INTEGER)
    const runs = await count(db, sql`SELECT count(*) FROM runs`)
    const notCarriedOut = await listRunsNotCarriedOut(db)
    return {
      faults,
      saves: { acknowledged: saving.count(), effects: kept, distinct: saves.length },
      registrations: { acknowledged: addresses.length, effects: accounts, distinct: new Set(addresses).size },
      mails: { kept: mailed.length, accounts: new Set(mailed.map(({ to }) => to)).size },
      orders: {
        acknowledged: orders,
        runs,
        runsCarriedOut: runs - notCarriedOut.length,
      },
      repeats: saving.repeats(),
      refused: saving.refused.length,
      flaws,
    }
  } finally {
    await system.stop()
    await removeTemporaryDataDir(dataDir)
  }
}

/** Shows that are open for picks, all at once. Answers with their ids. */
async function makeOpenShows(db: Database, howMany: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO shows (source, source_id, showdate, venue, country)
    SELECT 'demo', 'soaked-' || number, (now() AT TIME ZONE 'UTC')::date + 7, 'Venue ' || number, 'USA'
    FROM generate_series(1, ${howMany}::integer) AS number
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Orders shows to be scored, one after the other, and answers with how many orders were acknowledged. */
async function orderOn(
  system: Pick<System, 'send'>,
  { admin, showIds, until }: { admin: LoggedIn; showIds: readonly number[]; until: AbortSignal },
): Promise<number> {
  const waiting: Promise<boolean>[] = []
  for (let turn = 0; !until.aborted; turn += 1) {
    waiting.push(score(system, admin, showIds[turn % showIds.length] ?? 0))
    await wait(ORDER_EVERY_MS)
  }
  return (await Promise.all(waiting)).filter((isAcknowledged) => isAcknowledged).length
}

/** Orders a show to be scored, and answers whether that was acknowledged. */
async function score(system: Pick<System, 'send'>, { cookie }: LoggedIn, showId: number): Promise<boolean> {
  const order = { as: cookie, json: { fetchSetlist: false } }
  const answer = await system.send('POST', `/api/admin/shows/${showId}/score`, order).catch(() => null)
  return answer?.status === 200 || answer?.status === 202
}

/** Registers one account after the other, and answers with the addresses of those that were acknowledged. */
async function registerOn(system: Pick<System, 'send'>, until: AbortSignal): Promise<string[]> {
  const addresses: string[] = []
  for (let number = 1; !until.aborted; number += 1) {
    const email = `soaked-${number}@example.test`
    const json = { email, password: 'correct horse battery', display_name: `Soaked ${number}` }
    const answer = await system.send('POST', '/api/auth/register', { json }).catch(() => null)
    if (answer !== null && answer.status < 300) addresses.push(email)
    await wait(ORDER_EVERY_MS)
  }
  return addresses
}

/** Scores shows whose predictions came over the wire. */
async function scoreSome(
  system: System,
  { admin, showIds, songIds }: { admin: LoggedIn; showIds: readonly number[]; songIds: readonly number[] },
): Promise<void> {
  for (const showId of showIds) {
    await makeSetlist(system.database.db, showId, { set1: songIds.slice(0, 9) })
    while (!(await score(system, admin, showId))) await wait(ORDER_EVERY_MS)
  }
}

/** What is found once nothing more is mended: at once where nothing is found. */
async function flawsThatStay(find: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + MENDED_LIMIT_MS
  for (;;) {
    const flaws = await find()
    if (flaws.length === 0 || performance.now() > end) return flaws
    await wait(ORDER_EVERY_MS)
  }
}

async function count(db: Database, counting: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${counting}`.execute(db)
  return Number(rows[0]?.count)
}
