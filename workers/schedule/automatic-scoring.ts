import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { insertScoringOfFinishedShows } from '@called-it/infra/postgres/queries/catalogue/shows-to-score'
import { type Loop, startLoop } from '@called-it/infra/queues/loop'
import { topics } from '@called-it/shared/contract/events'

const CHECK_EVERY_MS = 30_000

type ScoringParts = {
  db: Database
  publisher: EventPublisher
  /** Whether shows that are over are scored by themselves. */
  settings: { readonly autoFinal: boolean }
  log: Logger
}

/** Requests the scoring of shows that are over. */
export function startAutomaticScoring({ db, publisher, settings, log }: ScoringParts): Loop {
  return startLoop({
    everyMs: CHECK_EVERY_MS,
    async work() {
      if (!settings.autoFinal) return
      await changeAndPublish(db, publisher, async (trx, changedTopics) => {
        const showIds = await insertScoringOfFinishedShows(trx)
        if (showIds.length > 0) changedTopics.add(topics.runs)
      })
    },
    onError: (error) => log.warn({ err: error }, 'the scoring of shows that are over could not be requested'),
  })
}
