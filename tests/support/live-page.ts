import { setTimeout as wait } from 'node:timers/promises'
import type {
  ClientToServerEvents,
  ServerEvent,
  ServerToClientEvents,
} from '@called-it/shared/contract/events'
import { serverEvents } from '@called-it/shared/contract/events'
import { type LiveShow, liveShow } from '@called-it/shared/contract/live-shows'
import { appendStep, applySteps } from '@called-it/web/src/lib/events/topic-steps'
import { applyLiveChange } from '@called-it/web/src/lib/live/apply-live-change'
import { io, type Socket } from 'socket.io-client'

/** An open page of a show that runs, without its picture. */
export type LivePage = {
  held(): LiveShow | null
  isConnected(): boolean
  /** The last connect, by `performance.now()`. */
  connectedAt(): number
  close(): void
}

const RETRY_MS = 250

/** Follows the rules of `use-live-query.ts`: watch and refetch at each connect, apply steps, refetch after a gap. */
export function openLivePage(url: string, showId: number): LivePage {
  let held: LiveShow | null = null
  let received: readonly ServerEvent<'live:changed'>[] = []
  let isOpen = true
  let isReading = false
  let connectedAt = 0
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 2_000,
  })

  function catchUp(): void {
    if (!held) return
    const { data, gap } = applySteps(held, received, {
      versionOf: (show, event) => (event.showId === showId ? show.version : null),
      apply: applyLiveChange,
      isExact: true,
    })
    held = data
    if (gap) void readAll()
  }

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (isOpen && socket.connected) {
      try {
        held = await readLive(url, showId)
        break
      } catch {
        await wait(RETRY_MS)
      }
    }
    isReading = false
    catchUp()
  }

  socket.on('live:changed', (event) => {
    received = appendStep(received, serverEvents['live:changed'].parse(event))
    catchUp()
  })
  socket.on('connect', () => {
    connectedAt = performance.now()
    socket.emit('show:watch', { showId }, ({ ok }) => ok && void readAll())
  })

  return {
    held: () => held,
    isConnected: () => socket.connected,
    connectedAt: () => connectedAt,
    close() {
      isOpen = false
      socket.disconnect()
    },
  }
}

export async function readLive(url: string, showId: number): Promise<LiveShow> {
  const response = await fetch(`${url}/api/shows/${showId}/live`)
  return liveShow.parse(await response.json())
}
