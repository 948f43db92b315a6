import { createLogger } from '@called-it/infra/observability/log'
import { createWorkersMetrics } from '@called-it/infra/observability/workers-metrics'
import type { Database } from '@called-it/infra/postgres/client'
import { type MessageSendersParts, startMessageSenders } from '@called-it/workers/messages/message-senders'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { PATIENT } from '../patience.ts'

export type DeliveryParts = Omit<MessageSendersParts, 'settings' | 'metrics' | 'log'>

export function startTestSenders(parts: DeliveryParts & Partial<MessageSendersParts>) {
  return startMessageSenders({
    settings: { places: { mail: 20, push: 50 } },
    metrics: createWorkersMetrics(),
    log: createLogger('test', 'silent'),
    ...parts,
  })
}

/** Messages that are not done. */
export function listOpenMessages(db: Database) {
  return db.selectFrom('messages').selectAll().where('done_at', 'is', null).orderBy('id').execute()
}

export const makeMessagesDue = (db: Database) =>
  sql`UPDATE messages SET due_at = now() WHERE done_at IS NULL`.execute(db)

/** Sends what is due, by a worker that has just started. What fails waits afterwards. */
export async function deliverMessages(parts: DeliveryParts & Partial<MessageSendersParts>): Promise<void> {
  const senders = startTestSenders(parts)
  const countDue = async () => {
    const { rows } = await sql`SELECT FROM messages WHERE done_at IS NULL AND due_at <= now()`.execute(
      parts.db,
    )
    return rows.length
  }
  await expect.poll(countDue, { ...PATIENT, interval: 10 }).toBe(0)
  await senders.stop()
}
