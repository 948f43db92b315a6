import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RealtimeMetrics } from '@called-it/infra/observability/gateway-metrics'
import { readTopic } from '@called-it/shared/contract/events'

/** @param databaseTime the current time in Unix milliseconds by the database's clock */
export function openEventLag(databaseTime: () => number, lag: RealtimeMetrics['lag']) {
  const oldestChanges = new Map<string, Date>()
  return {
    /** @param changedAt just before the commit, by the database's clock; undefined where unknown */
    noteChange(topic: string, changedAt: Date | undefined): void {
      if (changedAt && !oldestChanges.has(topic)) oldestChanges.set(topic, changedAt)
    },
    /** Publishes the topic and observes the time since the commit of its oldest unpublished change. */
    async measure(topic: string, publish: () => Promise<void>): Promise<void> {
      const changedAt = oldestChanges.get(topic)
      oldestChanges.delete(topic)
      try {
        await publish()
      } catch (error) {
        if (changedAt) oldestChanges.set(topic, changedAt)
        throw error
      }
      if (!changedAt) return
      // Events are written at the end of the turn.
      await nextTurn()
      const seconds = Math.max(0, (databaseTime() - changedAt.getTime()) / 1_000)
      lag.observe({ topic: readTopic(topic)?.kind ?? 'unknown' }, seconds)
    },
  }
}
