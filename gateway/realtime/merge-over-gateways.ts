import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from './clock.ts'

const PUBLISH_INTERVAL_MS = 5_000
/** The value of a gateway that no longer publishes expires: it was killed, or Redis is away. */
const EXPIRY_MS = 15_000

export type Merged<Value> = {
  /** Over all gateways. */
  of(id: number): Value
  /** Takes the value of another gateway. */
  receive(gateway: string, id: number, value: Value): void
  /** From now on its value is published and emitted, until nobody watches it. */
  watch(id: number): void
  stop(): void
}

/**
 * Merges what each gateway knows of its own sockets, as the viewers of a show. Each publishes its own value while it
 * has one or has had one; without Redis the own value is all there is.
 *
 * @param merge of no values, the value that is not published
 */
export function mergeOverGateways<Value>({
  ownOf,
  isWatched,
  merge,
  publish,
  emit,
  clock,
}: {
  ownOf: (id: number) => Value
  isWatched: (id: number) => boolean
  merge: (values: Value[]) => Value
  publish: (gateway: string, id: number, value: Value) => void
  emit: (id: number, value: Value) => void
  clock: Clock
}): Merged<Value> {
  const gateway = randomUUID()
  const others = new Map<number, Map<string, { value: Value; expiresAt: number }>>()
  /** With what was published and emitted last. */
  const watched = new Map<number, { own: Value; merged: Value }>()

  const none = merge([])
  const isNone = (value: Value) => isDeepStrictEqual(value, none)

  function mergedOf(id: number): Value {
    const values = [...(others.get(id)?.values() ?? [])].map(({ value }) => value)
    return merge([ownOf(id), ...values])
  }

  function dropExpired(): void {
    for (const [id, ofId] of others) {
      for (const [other, { expiresAt }] of ofId) if (clock.now() >= expiresAt) ofId.delete(other)
      if (ofId.size === 0) others.delete(id)
    }
  }

  function publishAll(): void {
    dropExpired()
    for (const [id, last] of watched) {
      const [own, merged] = [ownOf(id), mergedOf(id)]
      if (!isNone(own) || !isNone(last.own)) publish(gateway, id, own)
      if (!isWatched(id)) {
        watched.delete(id)
        continue
      }
      if (!isDeepStrictEqual(merged, last.merged)) emit(id, merged)
      watched.set(id, { own, merged })
    }
  }

  return {
    of: mergedOf,
    receive(other, id, value) {
      if (other === gateway) return
      const ofId = others.get(id) ?? new Map<string, { value: Value; expiresAt: number }>()
      if (isNone(value)) ofId.delete(other)
      else ofId.set(other, { value, expiresAt: clock.now() + EXPIRY_MS })
      if (ofId.size === 0) others.delete(id)
      else others.set(id, ofId)
    },
    watch(id) {
      if (!watched.has(id)) watched.set(id, { own: none, merged: none })
    },
    stop: clock.every(PUBLISH_INTERVAL_MS, publishAll),
  }
}
