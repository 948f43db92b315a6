import type { RunKind } from '@called-it/shared/contract/runs'
import type { Database } from '../../client.ts'

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
