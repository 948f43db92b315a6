import { setImmediate as nextTurn } from 'node:timers/promises'
import { runInRequestContext } from '@called-it/infra/context/request-context'
import { inSpan } from '@called-it/infra/context/tracing'
import type { HubMetrics } from '@called-it/infra/observability/gateway-metrics'
import { readTopic } from '@called-it/shared/contract/live'
import type { Logger } from 'pino'
import type { ChangeOrigin } from './topic-watcher.ts'

/** What is known of the changes that sockets have not been told of yet. */
export type UntoldChanges = {
  note(topic: string, version: number, origin: ChangeOrigin): void
  /** Tells a topic's changes, and then counts how long that took since their commit and logs where they came from. */
  follow(topic: string, tell: () => Promise<void>): Promise<void>
}

type Untold = {
  version: number
  /** Of the change that has waited longest. */
  changedAt: number | null
  /** Of the last one; changes that are told as one belong to one span only. */
  traceparent: string | null
  readonly requestIds: Set<string>
}

/**
 * Follows changes from their commit to their event, so that an event can be traced to the request that it goes
 * back to.
 *
 * @param databaseTime now, in milliseconds since 1970, by the clock that the changes' instants are read from
 */
export function openUntoldChanges({
  databaseTime,
  lag,
  log,
}: {
  databaseTime: () => number
  lag: HubMetrics['lag']
  log: Logger
}): UntoldChanges {
  const untold = new Map<string, Untold>()

  function note(topic: string, version: number, { changedAt, requestId, traceparent }: ChangeOrigin): void {
    const known = untold.get(topic)
    const requestIds = known?.requestIds ?? new Set()
    if (requestId !== undefined) requestIds.add(requestId)
    untold.set(topic, {
      version,
      changedAt: known?.changedAt ?? changedAt?.getTime() ?? null,
      traceparent: traceparent ?? known?.traceparent ?? null,
      requestIds,
    })
  }

  /** What came while the telling failed is told with it the next time. */
  function putBack(topic: string, taken: Untold): void {
    const since = untold.get(topic)
    untold.set(topic, {
      ...taken,
      ...(since && { version: since.version, traceparent: since.traceparent ?? taken.traceparent }),
      requestIds: new Set([...taken.requestIds, ...(since?.requestIds ?? [])]),
    })
  }

  function settle(topic: string, kind: string, { version, changedAt, requestIds }: Untold): void {
    const seconds = changedAt === null ? null : Math.max(0, (databaseTime() - changedAt) / 1000)
    if (seconds !== null) lag.observe({ topic: kind }, seconds)
    if (!log.isLevelEnabled('debug')) return
    const told = { topic, version, ...(seconds !== null && { lagMs: Math.round(seconds * 1000) }) }
    if (requestIds.size === 0) log.debug(told, 'an event was emitted')
    for (const requestId of requestIds) log.debug({ requestId, ...told }, 'an event was emitted')
  }

  return {
    note,
    async follow(topic, tell) {
      const taken = untold.get(topic)
      if (!taken) return tell()
      untold.delete(topic)
      const kind = readTopic(topic)?.kind ?? 'unknown'
      try {
        await runInRequestContext({ requestId: null, traceparent: taken.traceparent }, () =>
          inSpan({ name: `emit ${kind}`, kind: 'consumer' }, async () => {
            await tell()
            // What was told leaves at the end of the turn.
            await nextTurn()
          }),
        )
      } catch (error) {
        putBack(topic, taken)
        throw error
      }
      settle(topic, kind, taken)
    },
  }
}
