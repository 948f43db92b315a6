import type { ClientToServerEvents, ServerToClientEvents } from '@called-it/shared/contract/live'
import type { Socket } from 'socket.io-client'
import { create } from 'zustand'
import { withJitter } from './jitter.ts'

/** `connecting` is the page's first try; after that it is one of the three that the fan is told. */
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'offline'

/** Tries that fail before the page says that it is offline. */
const TRIES_UNTIL_OFFLINE = 4

const useConnection = create<{ status: LiveStatus }>(() => ({ status: 'connecting' }))

/** How the live connection does, for the light in the header. */
export function useLiveStatus(): LiveStatus {
  return useConnection((connection) => connection.status)
}

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>

let socket: LiveSocket | null = null
let failedTries = 0
const connectListeners = new Set<() => void>()
/** How many parts of the page watch a tour's board. */
const watchers = new Map<number, number>()

/**
 * Is told of every connect, the first and those after an outage: the moment from which no event is missed
 * any more, and so the moment to fetch. Returns how to stop.
 */
export function onLiveConnect(listener: () => void): () => void {
  connectListeners.add(listener)
  return () => connectListeners.delete(listener)
}

/** Opens the connection; the socket's code is loaded apart, after what the page needs to be seen. */
export async function startLive(): Promise<void> {
  if (socket) return
  const [{ io }, { deliver }] = await Promise.all([import('socket.io-client'), import('./deliver.ts')])
  if (socket) return
  const opened: LiveSocket = io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Wholly random, since a gateway that ends sends everybody away at once: the first try comes within 2 s.
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 1,
  })
  socket = opened
  opened.on('connect', handleConnect)
  opened.on('disconnect', (reason) => handleDisconnect(opened, reason))
  opened.io.on('reconnect_attempt', () => setStatus())
  opened.on('connect_error', () => {
    failedTries += 1
    setStatus()
  })
  opened.onAny(deliver)
  addEventListener('offline', setStatus)
  addEventListener('online', () => (opened.connected ? setStatus() : opened.connect()))
}

/** Connects anew, because the socket reads who is logged in only when it connects. */
export function restartLive(): void {
  socket?.disconnect().connect()
}

/**
 * Has the hub tell of a tour's board, again after every reconnect. `onWatching` is called each time that
 * the hub has confirmed it. Returns how to stop.
 */
export function watchBoard(tourId: number, onWatching: () => void): () => void {
  const watch = () =>
    socket?.emit('board:watch', { tourId }, ({ ok }) => {
      if (ok) onWatching()
    })
  watchers.set(tourId, (watchers.get(tourId) ?? 0) + 1)
  if (socket?.connected) watch()
  const stopListening = onLiveConnect(watch)
  return () => {
    stopListening()
    const left = (watchers.get(tourId) ?? 1) - 1
    if (left > 0) watchers.set(tourId, left)
    else {
      watchers.delete(tourId)
      if (socket?.connected) socket.emit('board:unwatch', { tourId })
    }
  }
}

function handleConnect(): void {
  failedTries = 0
  setStatus()
  for (const listener of [...connectListeners]) listener()
}

function handleDisconnect(from: LiveSocket, reason: string): void {
  setStatus()
  // The client comes back by itself from everything but this: the hub drops a session that ended and a
  // reader that is too slow. Both may return, as whoever they are by then.
  if (reason === 'io server disconnect') withJitter(() => from.connect())
}

function setStatus(): void {
  useConnection.setState({ status: currentStatus() })
}

function currentStatus(): LiveStatus {
  if (!navigator.onLine || failedTries >= TRIES_UNTIL_OFFLINE) return 'offline'
  return socket?.connected ? 'live' : 'reconnecting'
}
