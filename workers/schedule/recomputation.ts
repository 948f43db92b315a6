import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertRecomputationIfDue } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { topics } from '@called-it/shared/contract/events'
import type { Schedule } from '@called-it/shared/game/calendar'

const RETRY_MS = 15_000

type RecomputationParts = { db: Database; publisher: EventPublisher; schedule: Schedule; log: Logger }

/** At the start: a new release or band profile may move the locks of shows. Retries until Postgres responds. */
export function startRecomputation(parts: RecomputationParts): { stop(): Promise<void> } {
  const { db, publisher, schedule, log } = parts
  let retry: NodeJS.Timeout | undefined
  let checking = check()

  async function check(): Promise<void> {
    try {
      await changeAndPublish(db, publisher, async (trx, changedTopics) => {
        if (await insertRecomputationIfDue(trx, schedule)) changedTopics.add(topics.runs)
      })
    } catch (error) {
      log.warn({ err: error }, 'the locks of shows could not be checked')
      retry = setTimeout(() => {
        checking = check()
      }, RETRY_MS)
    }
  }

  return {
    async stop() {
      await checking
      clearTimeout(retry)
    },
  }
}
