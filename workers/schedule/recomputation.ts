import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertRecomputationIfDue } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { topics } from '@called-it/shared/contract/events'
import type { Schedule } from '@called-it/shared/game/calendar'

const RETRY_MS = 15_000

type RecomputationParts = { db: Database; publisher: EventPublisher; schedule: Schedule; log: Logger }

/** Checks at the start: a new release or band profile may move the locks of shows. Retries until Postgres responds. */
export function startRecomputation(parts: RecomputationParts): { check(): void; stop(): Promise<void> } {
  const { db, publisher, schedule, log } = parts
  let retry: NodeJS.Timeout | undefined
  let checking = Promise.resolve()
  check()

  function check(): void {
    clearTimeout(retry)
    checking = checking.then(compare)
  }

  async function compare(): Promise<void> {
    try {
      await changeAndPublish(db, publisher, async (trx, changedTopics) => {
        if (await insertRecomputationIfDue(trx, schedule)) changedTopics.add(topics.runs)
      })
    } catch (error) {
      log.warn({ err: error }, 'the locks of shows could not be checked')
      retry = setTimeout(check, RETRY_MS)
    }
  }

  return {
    check,
    async stop() {
      await checking
      clearTimeout(retry)
    },
  }
}
