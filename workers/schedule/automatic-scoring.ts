import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertScoringOfFinishedShows } from '@called-it/infra/postgres/queries/catalogue/shows-to-finish'
import { topics } from '@called-it/shared/contract/live'

const CHECK_EVERY_MS = 30_000

type ScoringParts = { db: Database; publisher: LivePublisher; log: Logger }

/** Requests the scoring of shows that are over. */
export function startAutomaticScoring({ db, publisher, log }: ScoringParts): { stop(): Promise<void> } {
  let checking = check()

  async function check(): Promise<void> {
    try {
      await changeAndPublish(db, publisher, async (trx, changedTopics) => {
        const showIds = await insertScoringOfFinishedShows(trx)
        if (showIds.length > 0) changedTopics.add(topics.runs)
      })
    } catch (error) {
      log.warn({ err: error }, 'the scoring of shows that are over could not be requested')
    }
  }

  const timer = setInterval(() => {
    checking = checking.then(check)
  }, CHECK_EVERY_MS)

  return {
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}
