import type { Database } from '@called-it/infra/postgres/client'
import { adoptMessages } from '@called-it/infra/postgres/queries/notifications/insert-messages'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import { performEffect } from '../../outbox/effects.ts'

/** A job of 0.10.0 sent them itself. */
export function adoptSlice({ db }: { db: Database }): JobHandlers['send-messages'] {
  return ({ first, last }, context) => performEffect(db, context, (trx) => adoptMessages(trx, first, last))
}
