import { BUILD_KINDS } from '@called-it/shared/contract/runs'
import type { Database } from '../../client.ts'
import { type RunRecord, selectRuns } from './runs.ts'

export async function listRuns(db: Database, limit = 50): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.kind', 'not in', BUILD_KINDS)
    .orderBy('runs.id', 'desc')
    .limit(limit)
    .execute()
}

export async function listRunsSince(db: Database, topicVersion: number): Promise<RunRecord[]> {
  return selectRuns(db)
    .where('runs.topic_version', '>', topicVersion)
    .where('runs.kind', 'not in', BUILD_KINDS)
    .orderBy('runs.topic_version')
    .orderBy('runs.id')
    .execute()
}
