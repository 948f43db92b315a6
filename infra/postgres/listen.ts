import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from './client.ts'

const RECONNECT_MS = 1_000

export type Listening = { stop(): Promise<void> }

/** Calls `onNotify` for each NOTIFY on a channel, and when it begins to listen, again too. */
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
    // The connection may break while LISTEN is pending, which rejects by itself.
    broken.promise.catch(() => undefined)
    const stop = () => broken.resolve()
    client.on('notification', onNotify)
    client.once('error', broken.reject)
    client.once('end', stop)
    signal.addEventListener('abort', stop, { once: true })
    try {
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      // For what was sent before.
      onNotify()
      if (!signal.aborted) await broken.promise
    } finally {
      signal.removeEventListener('abort', stop)
      // Closed instead of returned to the pool, because it still listens.
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
