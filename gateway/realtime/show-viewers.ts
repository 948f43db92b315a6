import { randomUUID } from 'node:crypto'
import type { PublishedEvent } from '@called-it/shared/contract/live'
import type { Clock } from './clock.ts'

const COUNT_INTERVAL_MS = 5_000
/** Of a gateway that no longer publishes: it was killed, or Redis is away. */
const EXPIRY_MS = 15_000

type Counted = PublishedEvent<'viewers:counted'>

export type ShowViewers = {
  /** The sockets that watch a show, over all gateways. */
  of(showId: number): number
  /** Takes the count of another gateway. */
  receive(counted: Counted): void
  /** From now on the show is counted, until nobody watches it. */
  watch(showId: number): void
  stop(): void
}

/**
 * Counts the viewers of shows. Each gateway publishes its own count while it is above 0 or has changed; without Redis
 * the own count is all there is.
 */
export function countViewers({
  countOwn,
  publish,
  emit,
  clock,
}: {
  countOwn: (showId: number) => number
  publish: (counted: Counted) => void
  emit: (event: { showId: number; viewers: number }) => void
  clock: Clock
}): ShowViewers {
  const gateway = randomUUID()
  /** By show, the count of each other gateway. */
  const others = new Map<number, Map<string, { viewers: number; expiresAt: number }>>()
  /** The watched shows, with the sum that was emitted last. */
  const emitted = new Map<number, number>()

  function sum(showId: number): number {
    const counts = [...(others.get(showId)?.values() ?? [])]
    return counts.reduce((viewers, other) => viewers + other.viewers, countOwn(showId))
  }

  function dropExpired(): void {
    for (const [showId, counts] of others) {
      for (const [other, { expiresAt }] of counts) if (clock.now() >= expiresAt) counts.delete(other)
      if (counts.size === 0) others.delete(showId)
    }
  }

  function count(): void {
    dropExpired()
    for (const [showId, before] of emitted) {
      const own = countOwn(showId)
      publish({ gateway, showId, viewers: own })
      if (own === 0) {
        emitted.delete(showId)
        continue
      }
      const viewers = sum(showId)
      if (viewers === before) continue
      emitted.set(showId, viewers)
      emit({ showId, viewers })
    }
  }

  return {
    of: sum,
    receive({ gateway: other, showId, viewers }) {
      if (other === gateway) return
      const counts = others.get(showId) ?? new Map<string, { viewers: number; expiresAt: number }>()
      if (viewers === 0) counts.delete(other)
      else counts.set(other, { viewers, expiresAt: clock.now() + EXPIRY_MS })
      if (counts.size === 0) others.delete(showId)
      else others.set(showId, counts)
    },
    watch(showId) {
      if (!emitted.has(showId)) emitted.set(showId, 0)
    },
    stop: clock.every(COUNT_INTERVAL_MS, count),
  }
}
