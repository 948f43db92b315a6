import type { RunKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Longer than claiming the run takes; from then on its heartbeat keeps other workers off. */
const RESERVED_SECONDS = 60

export type ReservedJob = { outboxId: string; attempt: number }

/** Keeps a job from the relay for a minute, to be run by this process. Null if it is done or dead-lettered. */
export async function reserveJobOfRun(trx: DatabaseTransaction, runId: number): Promise<ReservedJob | null> {
  const held = await trx
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${RESERVED_SECONDS})` })
    .where('run_id', '=', runId)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning(['id as outboxId', 'attempt'])
    .executeTakeFirst()
  return held ?? null
}

/** The running run of a subject, also if its worker has died. */
export async function findActiveRun(
  db: Database,
  subject: string,
): Promise<{ id: number; kind: RunKind } | null> {
  const run = await db
    .selectFrom('runs')
    .select(['id', 'kind'])
    .where('subject', '=', subject)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return run ?? null
}

/** Whether a run of a subject is queued or running. */
export async function hasOpenRun(db: Database, subject: string): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('subject', '=', subject)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return run !== undefined
}
