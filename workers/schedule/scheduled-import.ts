import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertImportIfDue } from '@called-it/infra/postgres/queries/catalogue/import-runs'
import { openTicks, type TickOptions, type Ticks } from '@called-it/infra/queues/ticks'
import { topics } from '@called-it/shared/contract/events'

const TICK = 'import-catalogue'

type ScheduledImportParts = Pick<TickOptions, 'redis' | 'namespace' | 'everyMs' | 'onError'> & {
  db: Database
  publisher: EventPublisher
}

/** A tick only enqueues the import through the outbox, since Redis may lose what is in it. */
export function openScheduledImport({ db, publisher, ...ticks }: ScheduledImportParts): Ticks {
  return openTicks({
    ...ticks,
    name: TICK,
    async onTick() {
      const everyMs = ticks.everyMs()
      if (everyMs === null) return
      await changeAndPublish(db, publisher, async (trx, changedTopics) => {
        if (await insertImportIfDue(trx, everyMs)) changedTopics.add(topics.runs)
      })
    },
  })
}
