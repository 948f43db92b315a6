import type { RunKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { holdScheduledImport } from '../work/advisory-locks.ts'
import { insertRun } from '../work/runs.ts'

const IMPORT = 'import-catalogue' satisfies RunKind

/**
 * Inserts a full catalogue import, unless one was requested within half the interval or has not ended: several
 * workers may call it for the same tick. Add the topic `runs` if it returns true.
 *
 * @param everyMs the interval of the schedule
 */
export async function insertImportIfDue(trx: DatabaseTransaction, everyMs: number): Promise<boolean> {
  await holdScheduledImport(trx)
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
