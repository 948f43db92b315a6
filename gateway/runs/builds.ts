import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { getBuild, insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { topics } from '@called-it/shared/contract/events'
import type { BuildKind, RunInput } from '@called-it/shared/contract/runs'
import { ApiError } from '../http/errors.ts'
import { isRedisReady, type RequestParts } from '../parts.ts'
import { waitForRun } from './wait-for-run.ts'

const MAX_WAIT_MS = 3_000
/** At once in a gateway: each keeps one of its running requests. */
const MAX_WAITING = 20
/** A worker executes two runs at once: one place stays free for those of admins. */
const MAX_OPEN = 1

type BuildParts = Pick<RequestParts, 'postgres' | 'redis' | 'publisher' | 'watcher' | 'draining'>

/** Anybody may request them: at most one is open for a subject, and a failed one rests for a minute. */
export type Builds = {
  /** The id of the open run, which is inserted if there is none. */
  start<K extends BuildKind>(kind: K, order: RunInput<K>): Promise<number | 'failed' | 'later'>
  /**
   * What `find` finds; else a run is started, and waited for some seconds, unless many wait already. Null while it is
   * being built.
   *
   * @throws ApiError `unavailable` after a failure
   */
  find<K extends BuildKind, Built>(
    kind: K,
    order: RunInput<K>,
    find: () => Promise<Built | null>,
    disconnected: AbortSignal,
  ): Promise<Built | null>
}

export function openBuilds(parts: BuildParts): Builds {
  const { db } = parts.postgres
  let waiting = 0

  async function start<K extends BuildKind>(kind: K, order: RunInput<K>) {
    const find = async (from: Database) => {
      const { runId, open, hasFailed } = await getBuild(from, kind, subjectOf(kind, order))
      return runId ?? (hasFailed ? 'failed' : open >= MAX_OPEN ? 'later' : null)
    }
    const found = await find(db)
    if (found !== null) return found
    return changeAndPublish(db, parts.publisher, async (trx, changed) => {
      await holdLock(trx, 'builds')
      const started = await find(trx)
      if (started !== null) return started
      changed.add(topics.runs)
      return (await insertRun(trx, { kind, order, orderedBy: null })).runId
    })
  }

  async function wait(runId: number, disconnected: AbortSignal): Promise<void> {
    if (waiting >= MAX_WAITING || !isRedisReady(parts)) return
    waiting++
    const until = AbortSignal.any([disconnected, parts.draining, AbortSignal.timeout(MAX_WAIT_MS)])
    try {
      await waitForRun({ db, watcher: parts.watcher }, runId, until)
    } finally {
      waiting--
    }
  }

  return {
    start,
    async find(kind, order, find, disconnected) {
      const built = await find()
      if (built !== null) return built
      const started = await start(kind, order)
      if (started === 'failed') throw new ApiError('unavailable')
      if (started !== 'later') await wait(started, disconnected)
      return find()
    },
  }
}
