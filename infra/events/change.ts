import { topics as liveTopics } from '@called-it/shared/contract/events'
import { inSpan } from '../context/tracing.ts'
import type { Database, DatabaseTransaction } from '../postgres/client.ts'
import { bumpTopicVersions, type TopicChange } from '../postgres/queries/events/topic-versions.ts'
import { updateRunVersions } from '../postgres/queries/work/runs.ts'
import type { EventPublisher } from './publisher.ts'

/** Runs `change` in a transaction and publishes the topics that it adds, with new versions, after the commit. */
export async function changeAndPublish<R>(
  db: Database,
  publisher: EventPublisher,
  change: (trx: DatabaseTransaction, topics: Set<string>) => Promise<R>,
): Promise<R> {
  const { result, bumped } = await inSpan({ name: 'transaction' }, () =>
    db.transaction().execute(async (trx) => {
      const topics = new Set<string>()
      const result = await change(trx, topics)
      const bumped = await bumpTopicVersions(trx, topics)
      const runsChanged = bumped.find(({ topic }) => topic === liveTopics.runs)
      if (runsChanged) await updateRunVersions(trx, runsChanged.version)
      return { result, bumped }
    }),
  )
  if (bumped.length > 0) await publishTopics(publisher, bumped)
  return result
}

function publishTopics(publisher: EventPublisher, bumped: readonly TopicChange[]): Promise<void> {
  const topics = bumped.map((change) => ({ ...change, changedAt: change.changedAt.toISOString() }))
  return inSpan({ name: 'publish topics:changed', kind: 'producer' }, () =>
    publisher.publish('topics:changed', { topics }),
  )
}
