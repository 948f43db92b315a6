import { BUILD_KINDS, type BuildKind } from '@called-it/shared/contract/runs'
import { sql } from 'kysely'
import type { Database } from '../../client.ts'

const REST_SECONDS = 60

export type BuildState = {
  /** The run of this subject that is queued or running. */
  runId: number | null
  /** Builds of all subjects that are queued or running, without those that failed and wait to be retried. */
  open: number
  /** A run of this subject failed within the last minute. */
  hasFailed: boolean
}

/** Looks at open runs and jobs that ended lately, by their indexes: runs are never deleted. */
export async function getBuild(db: Database, kind: BuildKind, subject: string): Promise<BuildState> {
  const { rows } = await sql<BuildState>`
    WITH rest AS (SELECT now() - make_interval(secs => ${REST_SECONDS}) AS began),
    open_builds AS (
      SELECT id, subject FROM runs WHERE state = 'queued' AND kind = ANY(${[...BUILD_KINDS]}::text[])
      UNION ALL
      SELECT id, subject FROM runs WHERE state = 'running' AND kind = ANY(${[...BUILD_KINDS]}::text[])
    )
    SELECT (SELECT min(id) FROM open_builds WHERE subject = ${subject}) AS "runId",
      (SELECT count(*) FROM open_builds JOIN outbox ON outbox.run_id = open_builds.id WHERE outbox.failures = 0)::integer AS open,
      EXISTS (
        SELECT FROM outbox JOIN runs ON runs.id = outbox.run_id
        WHERE (outbox.done_at > (SELECT began FROM rest) OR outbox.dead_at > (SELECT began FROM rest))
          AND runs.state = 'failed' AND runs.kind = ${kind} AND runs.subject = ${subject}
      ) AS "hasFailed"`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the database returned no state')
  return state
}
