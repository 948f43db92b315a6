import { setTimeout as wait } from 'node:timers/promises'
import { namedDice } from '@called-it/infra/demo/dice'
import { listKeptMails } from '@called-it/infra/mail/kept-mails'
import type { Database } from '@called-it/infra/postgres/client'
import { sql } from 'kysely'
import { makeSetlist } from './factories/catalogue.ts'
import { findViolations, listIncompleteRuns } from './find-violations.ts'
import { startKillablePostgres } from './killable-postgres.ts'
import { makePredictedShows } from './predicted-show.ts'
import { causeRandomFaults, type FaultKind } from './random-faults.ts'
import { startSaving } from './saving.ts'
import { type LoggedIn, type System, startSystem } from './start-system.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

export type Count = {
  readonly acknowledged: number
  /** Rows in the database. */
  readonly effects: number
  readonly distinct: number
}

export type SoakTally = {
  readonly faults: Record<FaultKind, number>
  /** Each for another show. */
  readonly saves: Count
  /** Each for another address. */
  readonly registrations: Count
  /** A worker that dies between sending and its commit sends the mail again. */
  readonly mails: { readonly kept: number; readonly accounts: number }
  /** Requests join a queued run. */
  readonly scorings: { readonly acknowledged: number; readonly runs: number; readonly completedRuns: number }
  /** Saves that were sent again after 503 or no response. */
  readonly repeats: number
  /** Responses other than success and 503. */
  readonly refused: number
  readonly violations: readonly string[]
}

const USERS = 4
const PAGES = 10
/** More than a user can save for, so that each save is for another show. */
const OPEN_SHOWS_A_MINUTE = 6_000
const SCORED_SHOWS = 4
const PREDICTIONS = 1_000
const REQUEST_INTERVAL_MS = 500
const RECOVERY_LIMIT_MS = 180_000

/** Runs a system under load and random faults, waits until it has recovered, and counts. */
export async function soak({ forMs, seed }: { forMs: number; seed: string }): Promise<SoakTally> {
  const dataDir = await makeTemporaryDataDir()
  const database = await startKillablePostgres()
  const system = await startSystem({ database, gateways: 2, workers: 2, env: { DATA_DIR: dataDir } })
  try {
    const { db } = database
    const shows = await makePredictedShows(db, SCORED_SHOWS, PREDICTIONS)
    const openShows = await makeOpenShows(db, Math.ceil((forMs / 60_000) * OPEN_SHOWS_A_MINUTE))
    const songIds = (await db.selectFrom('songs').select('id').execute()).map(({ id }) => id)
    const users = await Promise.all(Array.from({ length: USERS }, () => system.logIn('user')))
    const admin = await system.logIn('admin')
    const pages = await Promise.all(
      Array.from(
        { length: PAGES },
        (_, number) => system.gateways[number % 2]?.openPage() ?? Promise.reject(),
      ),
    )
    const saving = startSaving(system, { users, showIds: openShows, songIds })
    const over = new AbortController()
    const scoring = scoreRepeatedly(system, { admin, showIds: shows.map(({ id }) => id), until: over.signal })
    const registering = registerRepeatedly(system, over.signal)

    const faults = await causeRandomFaults(system, { forMs, dice: namedDice(seed) })
    over.abort()
    await saving.stop()
    const scorings = await scoring
    const addresses = await registering
    const saves = saving.acknowledged()
    await scoreSome(system, { admin, showIds: openShows.slice(0, 5), songIds })
    const violations = await lastingViolations(() => findViolations(db, { saves, pages }))

    const kept = await count(db, sql`SELECT count(*) FROM predictions WHERE show_id = ANY(${openShows})`)
    const registered = await count(
      db,
      sql`SELECT count(*) FROM registrations WHERE email = ANY(${addresses})`,
    )
    const mailed = await listKeptMails(dataDir, Number.MAX_SAFE_INTEGER)
    const runs = await count(db, sql`SELECT count(*) FROM runs`)
    const incomplete = await listIncompleteRuns(db)
    return {
      faults,
      saves: { acknowledged: saving.count(), effects: kept, distinct: saves.length },
      registrations: {
        acknowledged: addresses.length,
        effects: registered,
        distinct: new Set(addresses).size,
      },
      mails: { kept: mailed.length, accounts: new Set(mailed.map(({ to }) => to)).size },
      scorings: {
        acknowledged: scorings,
        runs,
        completedRuns: runs - incomplete.length,
      },
      repeats: saving.repeats(),
      refused: saving.refused.length,
      violations,
    }
  } finally {
    await system.stop()
    await removeTemporaryDataDir(dataDir)
  }
}

async function makeOpenShows(db: Database, howMany: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO shows (source, source_id, showdate, venue, country)
    SELECT 'demo', 'soak-' || number, (now() AT TIME ZONE 'UTC')::date + 7, 'Venue ' || number, 'USA'
    FROM generate_series(1, ${howMany}::integer) AS number
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

async function scoreRepeatedly(
  system: Pick<System, 'send'>,
  { admin, showIds, until }: { admin: LoggedIn; showIds: readonly number[]; until: AbortSignal },
): Promise<number> {
  const waiting: Promise<boolean>[] = []
  for (let turn = 0; !until.aborted; turn += 1) {
    waiting.push(score(system, admin, showIds[turn % showIds.length] ?? 0))
    await wait(REQUEST_INTERVAL_MS)
  }
  return (await Promise.all(waiting)).filter((isAcknowledged) => isAcknowledged).length
}

async function score(system: Pick<System, 'send'>, { cookie }: LoggedIn, showId: number): Promise<boolean> {
  const request = { as: cookie, json: { fetchSetlist: false, closePicks: true } }
  const response = await system.send('POST', `/api/admin/shows/${showId}/score`, request).catch(() => null)
  return response?.status === 200 || response?.status === 202
}

async function registerRepeatedly(system: Pick<System, 'send'>, until: AbortSignal): Promise<string[]> {
  const addresses: string[] = []
  for (let number = 1; !until.aborted; number += 1) {
    const email = `soak-${number}@example.test`
    const json = { email, password: 'correct horse battery', display_name: `Soak ${number}` }
    const response = await system.send('POST', '/api/auth/register', { json }).catch(() => null)
    if (response !== null && response.status < 300) addresses.push(email)
    await wait(REQUEST_INTERVAL_MS)
  }
  return addresses
}

/** Scores shows whose predictions were saved over HTTP. */
async function scoreSome(
  system: System,
  { admin, showIds, songIds }: { admin: LoggedIn; showIds: readonly number[]; songIds: readonly number[] },
): Promise<void> {
  for (const showId of showIds) {
    await makeSetlist(system.database.db, showId, { set1: songIds.slice(0, 9) })
    while (!(await score(system, admin, showId))) await wait(REQUEST_INTERVAL_MS)
  }
}

/** Waits until there are no violations, or no recovery to expect. */
async function lastingViolations(find: () => Promise<string[]>): Promise<string[]> {
  const end = performance.now() + RECOVERY_LIMIT_MS
  for (;;) {
    const violations = await find()
    if (violations.length === 0 || performance.now() > end) return violations
    await wait(REQUEST_INTERVAL_MS)
  }
}

async function count(db: Database, counting: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${counting}`.execute(db)
  return Number(rows[0]?.count)
}
