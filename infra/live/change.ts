import { topics as liveTopics } from '@called-it/shared/contract/live'
import { currentRequestContext } from '../context/request-context.ts'
import { inSpan } from '../context/tracing.ts'
import type { Database, DatabaseTransaction } from '../postgres/client.ts'
import { stampRuns } from '../postgres/queries/runs.ts'
import { bumpTopicVersions, type TopicChange } from '../postgres/queries/topic-versions.ts'
import type { LivePublisher } from './publisher.ts'

/**
 * Makes a change that open pages must learn of: runs `change` in one transaction, counts up the versions of
 * the topics that it added to `topics` at the transaction's very end, and tells the gateways after the
 * commit. A telling that is lost is repaired by the gateways' own look at the versions within a second.
 */
export async function changeAndTell<R>(
  db: Database,
  publisher: LivePublisher,
  change: (trx: DatabaseTransaction, topics: Set<string>) => Promise<R>,
): Promise<R> {
  const { result, bumped } = await inSpan({ name: 'transaction' }, () =>
    db.transaction().execute(async (trx) => {
      const topics = new Set<string>()
      const result = await change(trx, topics)
      const bumped = await bumpTopicVersions(trx, topics)
      const runsChanged = bumped.find(({ topic }) => topic === liveTopics.runs)
      if (runsChanged) await stampRuns(trx, runsChanged.version)
      return { result, bumped }
    }),
  )
  if (bumped.length > 0) await tell(publisher, bumped)
  return result
}

/** Each change is told with the trail that it was made on, since the gateways hear many changes as one. */
function tell(publisher: LivePublisher, bumped: readonly TopicChange[]): Promise<void> {
  return inSpan({ name: 'publish topics:changed', kind: 'producer' }, () => {
    const { requestId, traceparent } = currentRequestContext()
    const topics = bumped.map(({ topic, version, changedAt }) => ({
      topic,
      version,
      changedAt: changedAt.toISOString(),
      ...(requestId !== null && { requestId }),
      ...(traceparent !== null && { traceparent }),
    }))
    return publisher.publish('topics:changed', { topics })
  })
}
