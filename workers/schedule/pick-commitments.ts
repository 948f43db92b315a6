import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertDueFreezes } from '@called-it/infra/postgres/queries/chances/frozen-chances'
import { getRootsSince, insertDueCommitments } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'

/** The sooner a root is known, the more it proves. */
const CHECK_EVERY_MS = 1_000

/** Enqueues the commitments to the picks of shows as they are locked, and then what else follows from the lock. */
export function startPickCommitments({ db, log }: { db: Database; log: Logger }): Loop {
  let since: string | null = null
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    async work() {
      since ??= await getRootsSince(db)
      await insertDueCommitments(db, since)
      await insertDueFreezes(db)
    },
    onError: (error) => log.warn({ err: error }, 'the shows that were locked could not be read'),
  })
}
