import type { Channel } from '@called-it/shared/notifications/channels'
import { FINAL_URGENCY, REMINDER_URGENCY } from '@called-it/shared/notifications/urgency'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { NOW } from '../catalogue/shows.ts'
import { IS_SCORING, MAX_HOLD_SECONDS } from '../work/scoring-hold.ts'

export type MessageChannel = Exclude<Channel, 'page'>

/** Another worker takes a message that has lost its worker, or whose worker is frozen, after so long. */
export const CLAIM_SECONDS = 15

const CLAIMED_UNTIL = sql<Date>`now() + make_interval(secs => ${CLAIM_SECONDS})`
const IS_FREE = sql<boolean>`(claimed_until IS NULL OR claimed_until < now())`

const AT_ONCE = 100
/** While reminders are about to be of no use: the other workers share them. */
const AT_ONCE_IN_HASTE = 20
const HASTE_MINUTES = 10

const MAX_BACKOFF_SECONDS = 600

/** Hosts of pushes. */
export type Hosts = { readonly only: readonly string[] } | { readonly except: readonly string[] }

/** In the order of their use: reminders by their lock, then what happens tonight, finals, news. */
export async function claimMessages(
  db: Database,
  { channel, worker, hosts }: { channel: MessageChannel; worker: string; hosts: Hosts },
): Promise<number[]> {
  const isOfHosts =
    'only' in hosts ? sql`host = ANY(${hosts.only}::text[])` : sql`host <> ALL(${hosts.except}::text[])`
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET claimed_by = ${worker}::uuid, claimed_until = ${CLAIMED_UNTIL}
    WHERE id IN (
      SELECT id FROM messages
      WHERE channel = ${channel} AND done_at IS NULL AND due_at <= now() AND expires_at > ${NOW} AND ${IS_FREE}
        AND ${channel === 'push' ? isOfHosts : sql`true`}
        AND (urgency < ${FINAL_URGENCY} OR due_at <= now() - make_interval(secs => ${MAX_HOLD_SECONDS}) OR NOT ${IS_SCORING})
      ORDER BY urgency, expires_at, id
      LIMIT (SELECT CASE WHEN EXISTS (
        SELECT FROM messages
        WHERE channel = ${channel} AND done_at IS NULL AND urgency = ${REMINDER_URGENCY}
          AND expires_at < ${NOW} + make_interval(mins => ${HASTE_MINUTES})
      ) THEN ${AT_ONCE_IN_HASTE}::integer ELSE ${AT_ONCE}::integer END)
      FOR UPDATE SKIP LOCKED
    )
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns those that are still claimed by the worker */
export async function keepClaims(db: Database, worker: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET claimed_until = ${CLAIMED_UNTIL}
    WHERE id = ANY(${ids}) AND claimed_by = ${worker}::uuid
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Records reminders before they are sent, so that none comes twice.
 *
 * @returns those that may be sent
 */
export async function recordReminders(
  db: Database,
  worker: string,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE messages SET done_at = now(), outcome = 'unknown'
    WHERE id = ANY(${ids}) AND claimed_by = ${worker}::uuid AND done_at IS NULL
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

export type MessageResult = {
  readonly id: number
  readonly outcome: string
  readonly error: string | null
  /** Null: it is done. Otherwise it is due again after so long, and later with each attempt. */
  readonly againInMs: number | null
  readonly wasTried: boolean
}

/** Ends the claims. Nothing is stored of a message that another worker has claimed meanwhile. */
export async function storeResults(
  db: Database,
  worker: string,
  results: readonly MessageResult[],
): Promise<void> {
  await sql`
    UPDATE messages SET
      done_at = CASE WHEN result."againInMs" IS NULL THEN coalesce(done_at, now()) END,
      outcome = CASE WHEN result."againInMs" IS NULL THEN result.outcome END,
      last_error = coalesce(result.error, last_error),
      attempts = attempts + result."wasTried"::integer,
      due_at = CASE WHEN result."againInMs" IS NULL THEN due_at ELSE now() + make_interval(secs => greatest(
        result."againInMs" / 1000,
        CASE WHEN result."wasTried" THEN least(power(2, attempts), ${MAX_BACKOFF_SECONDS}) ELSE 0 END)) END,
      claimed_by = NULL,
      claimed_until = NULL
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS result (id bigint, outcome text, error text, "againInMs" float8, "wasTried" boolean)
    WHERE messages.id = result.id AND claimed_by = ${worker}::uuid`.execute(db)
}

/** @returns how many were tried, and how many never */
export async function endExpiredMessages(
  db: Database,
  channel: MessageChannel,
): Promise<{ failed: number; expired: number }> {
  const { rows } = await sql<{ outcome: string }>`
    UPDATE messages SET done_at = now(), outcome = CASE WHEN attempts > 0 THEN 'failed' ELSE 'expired' END
    WHERE channel = ${channel} AND done_at IS NULL AND expires_at <= ${NOW} AND ${IS_FREE}
    RETURNING outcome`.execute(db)
  const failed = rows.filter(({ outcome }) => outcome === 'failed').length
  return { failed, expired: rows.length - failed }
}
