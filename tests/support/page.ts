import { setTimeout as wait } from 'node:timers/promises'
import type { Step } from '@called-it/shared/contract/events'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD, leaderboard } from '@called-it/shared/contract/leaderboards'
import { versionedConfig } from '@called-it/shared/contract/site'
import { z } from 'zod'
import { openLiveClient } from './live-client.ts'

/** An open page, reduced to the versions that it shows. */
export type Page = {
  /** The version of a topic: the global board, the settings, or a show of which it received an event. */
  shows(topic: string): number
  isConnected(): boolean
  /** The last connect, by `performance.now()`. */
  connectedAt(): number
  /** The last change of a version, by `performance.now()`. */
  updatedAt(): number
  close(): void
}

const RETRY_MS = 250

/** Follows the rules of the web client: refetch everything at each connect and after a gap in the versions. */
export async function openPage(url: string): Promise<Page> {
  const shown = new Map<string, number>()
  let isOpen = true
  let connectedAt = performance.now()
  let updatedAt = connectedAt
  const { socket } = await openLiveClient(url, 'websocket')
  const versionOf = (topic: string) => shown.get(topic) ?? 0
  const update = (topic: string, version: number) => {
    if (version <= versionOf(topic)) return
    shown.set(topic, version)
    updatedAt = performance.now()
  }

  const step = ({ topic, from, to }: Step) => {
    if (from <= versionOf(topic)) update(topic, to)
    else void readAll()
  }
  socket.on('leaderboard:changed', step)
  socket.on('config:changed', step)
  socket.on('show:changed', ({ topic, to }) => update(topic, to))
  socket.on('connect', () => {
    connectedAt = performance.now()
    void readAll()
  })

  async function readAll(): Promise<void> {
    while (isOpen && socket.connected) {
      try {
        const [board, switches] = await Promise.all([
          read('/api/leaderboard?limit=1', leaderboard),
          read('/api/admin/config', z.object({ config: versionedConfig })),
        ])
        update(topics.board(GLOBAL_BOARD), board.version)
        update(topics.settings, switches.config.version)
        return
      } catch {
        await wait(RETRY_MS)
      }
    }
  }

  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(await (await fetch(url + path)).json())
  }

  await readAll()
  return {
    shows: versionOf,
    isConnected: () => socket.connected,
    connectedAt: () => connectedAt,
    updatedAt: () => updatedAt,
    close() {
      isOpen = false
      socket.disconnect()
    },
  }
}
