import { setTimeout as wait } from 'node:timers/promises'
import { GLOBAL_BOARD, leaderboard } from '@called-it/shared/contract/leaderboards'
import type { Step } from '@called-it/shared/contract/live'
import { topics } from '@called-it/shared/contract/live'
import { versionedConfig } from '@called-it/shared/contract/site'
import { z } from 'zod'
import { openLiveClient } from './live-client.ts'

/** An open page, as far as it knows how new the things are that it shows. */
export type Page = {
  /** The version of a topic that it shows: the global board, the settings, and shows that it has heard of. */
  shows(topic: string): number
  isConnected(): boolean
  /** When it was connected last, and when it last learned of something new, as `performance.now()` has it. */
  connectedAt(): number
  learnedAt(): number
  close(): void
}

const TRY_AGAIN_MS = 250

/**
 * Opens a page on a gateway. It keeps to the rules that the web client keeps to: it reads everything at each connect,
 * applies a step where `from <= mine < to`, and reads again after a gap.
 */
export async function openPage(url: string): Promise<Page> {
  const shown = new Map<string, number>()
  let isOpen = true
  let connectedAt = performance.now()
  let learnedAt = connectedAt
  const { socket } = await openLiveClient(url, 'websocket')
  const mine = (topic: string) => shown.get(topic) ?? 0
  const learn = (topic: string, version: number) => {
    if (version <= mine(topic)) return
    shown.set(topic, version)
    learnedAt = performance.now()
  }

  const step = ({ topic, from, to }: Step) => {
    if (from <= mine(topic)) learn(topic, to)
    else void readAll()
  }
  socket.on('leaderboard:changed', step)
  socket.on('config:changed', step)
  socket.on('show:scored', ({ topic, to }) => learn(topic, to))
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
        learn(topics.board(GLOBAL_BOARD), board.version)
        learn(topics.settings, switches.config.version)
        return
      } catch {
        await wait(TRY_AGAIN_MS)
      }
    }
  }

  async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(await (await fetch(url + path)).json())
  }

  await readAll()
  return {
    shows: mine,
    isConnected: () => socket.connected,
    connectedAt: () => connectedAt,
    learnedAt: () => learnedAt,
    close() {
      isOpen = false
      socket.disconnect()
    },
  }
}
