import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from './client.ts'

const RECONNECT_MS = 1_000

export type Listening = { stop(): Promise<void> }

/**
 * Calls back on every NOTIFY of a channel, on a connection of its own out of the pool, which is replaced for
 * as long as it takes when it breaks. What is notified meanwhile is lost: whoever listens polls as well.
 */
export function listenTo(
  pool: Postgres['pool'],
  channel: string,
  onNotify: () => void,
  onError: (error: unknown) => void,
): Listening {
  const stopped = new AbortController()
  const ended = listenUntil(stopped.signal)

  async function listenUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await listenOnce(signal)
      } catch (error) {
        onError(error)
        await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async function listenOnce(signal: AbortSignal): Promise<void> {
    const client = await pool.connect()
    const broken = Promise.withResolvers<void>()
    // It may break while LISTEN is on its way, whose own failure tells the same.
    broken.promise.catch(() => undefined)
    const stop = () => broken.resolve()
    client.on('notification', onNotify)
    client.once('error', broken.reject)
    client.once('end', stop)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      if (!signal.aborted) await broken.promise
    } finally {
      signal.removeEventListener('abort', stop)
      // Never back into the pool: the next user would hear what we listen to.
      client.release(true)
    }
  }

  return {
    async stop() {
      stopped.abort()
      await ended
    },
  }
}
