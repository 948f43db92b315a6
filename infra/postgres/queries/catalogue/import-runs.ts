import type { RunKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { holdLock } from '../work/advisory-locks.ts'
import { insertRun } from '../work/runs.ts'

const IMPORT = 'import-catalogue' satisfies RunKind

/**
 * Inserts a full catalogue import, unless one was requested within half the interval or has not ended: several
 * workers may call it for the same tick. Add the topic `runs` if it returns true.
 *
 * @param everyMs the interval of the schedule
 */
export async function insertImportIfDue(trx: DatabaseTransaction, everyMs: number): Promise<boolean> {
  await holdLock(trx, 'import order')
  const recent = await trx
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', IMPORT)
    .where((eb) =>
      eb.or([
        eb('created_at', '>', sql<Date>`now() - make_interval(secs => ${everyMs / 2_000})`),
        eb('state', 'in', ['queued', 'running']),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (recent) return false
  await insertRun(trx, { kind: IMPORT, order: { notebookOnly: false }, orderedBy: null })
  return true
}

function selectLastImport(db: Database) {
  return db
    .selectFrom('runs')
    .where('kind', '=', 'import-catalogue' satisfies RunKind)
    .orderBy('id', 'desc')
    .limit(1)
}

export type StoppedImport = { runId: number; endedAt: Date; error: { message: string; code: string } }

/** Null if the last import that has ended did so well. */
export async function findStoppedImport(db: Database): Promise<StoppedImport | null> {
  const last = await selectLastImport(db)
    .select(['id', 'ended_at', 'error'])
    .where('state', 'in', ['done', 'failed'])
    .executeTakeFirst()
  if (!last?.error || !last.ended_at) return null
  return { runId: last.id, endedAt: last.ended_at, error: last.error }
}

/** What the last import that ended well has left out; null if nothing. */
export async function findImportFaults(db: Database): Promise<{ endedAt: Date; faults: unknown } | null> {
  const last = await selectLastImport(db)
    .select(['ended_at', 'result'])
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!last?.result?.faults || !last.ended_at) return null
  return { endedAt: last.ended_at, faults: last.result.faults }
}
