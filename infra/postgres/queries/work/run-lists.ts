import { type RunKind, UNLISTED_KINDS } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'
import { type RunRecord, selectRuns } from './runs.ts'

export async function listRuns(db: Database, limit = 50): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.kind', 'not in', UNLISTED_KINDS)
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listRunsSince(db: Database, topicVersion: number): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.topic_version', '>', topicVersion)
    .where('runs.kind', 'not in', UNLISTED_KINDS)
    .orderBy('runs.topic_version')
    .orderBy('runs.id')
    .execute()
}

const IMPORT_KINDS = ['import-catalogue', 'update-notebook', 'import-setlist'] as const satisfies RunKind[]

/** Between two runs of an import of many setlists. */
const IMPORT_PAUSE_SECONDS = 15

/** Whether an import runs, or one has just ended that another run may continue. */
export async function isImporting(db: Database): Promise<boolean> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', 'in', IMPORT_KINDS)
    .where(({ or, eb }) =>
      or([
        eb('state', 'in', ['queued', 'running']),
        eb('ended_at', '>', sql<Date>`now() - make_interval(secs => ${IMPORT_PAUSE_SECONDS})`),
      ]),
    )
    .executeTakeFirst()
  return run !== undefined
}
