import type { RunKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Longer than it takes to claim the run; from then on its heartbeat keeps it from other workers. */
const HELD_SECONDS = 60

/** A run's order in the outbox. */
export type ReservedJob = { outboxId: string; attempt: number }

/**
 * Keeps a run's job from the relay, because the process that asks carries it out itself. Where that process
 * ends before it has claimed the run, the relay hands the job over after a minute. Null where nothing is left
 * to be carried out.
 */
export async function reserveJobOfRun(trx: DatabaseTransaction, runId: number): Promise<ReservedJob | null> {
  const held = await trx
    .updateTable('outbox')
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${HELD_SECONDS})` })
    .where('run_id', '=', runId)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .returning(['id as outboxId', 'attempt'])
    .executeTakeFirst()
  return held ?? null
}

/** The run of a subject that is being worked on, or was when its worker ended; null where there is none. */
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
