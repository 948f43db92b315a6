import type { ClientToServerEvents } from '@called-it/shared/contract/events'
import type { PageTopics } from '@called-it/shared/contract/show-pages'
import { createContext } from 'react'
import { create } from 'zustand'
import { withJitter } from './jitter.ts'

/** `connecting` is only the first attempt. `replaced`: the server ended it, because too many pages are open. */
export type ConnectionStatus = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'replaced'

const MAX_FAILED_TRIES = 4

/** What the page uses of a socket of Socket.IO. */
export type EventSocket = {
  readonly connected: boolean
  readonly io: { on(event: 'reconnect_attempt', listener: () => void): unknown }
  on(event: 'connect' | 'connect_error' | 'connection:replaced', listener: () => void): unknown
  on(event: 'disconnect', listener: (reason: string) => void): unknown
  onAny(listener: (name: string, payload: unknown) => void): unknown
  emit<N extends keyof ClientToServerEvents>(event: N, ...sent: Parameters<ClientToServerEvents[N]>): unknown
  connect(): EventSocket
  disconnect(): EventSocket
}

/** The socket's code is loaded after the first view. */
async function openSocket(): Promise<EventSocket> {
  const { io } = await import('socket.io-client')
  return io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    // Fully random, because a stopping gateway disconnects everybody at once. The first attempt comes within 2 s.
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    randomizationFactor: 1,
  })
}

/** `isCurrent`: what the page has was read at the versions from which on it gets events. */
type ConnectListener = (isCurrent: boolean) => void

/** `topics`: the versions at which a show's page was read; null if it could not be. */
type PageStart = { readonly showId: number; readonly topics: Promise<PageTopics | null> }

/** The connection of a page. */
export function createEventConnection(open: () => Promise<EventSocket> = openSocket) {
  const useConnection = create<{ status: ConnectionStatus }>(() => ({ status: 'connecting' }))

  function useConnectionStatus(): ConnectionStatus {
    return useConnection((connection) => connection.status)
  }

  let socket: EventSocket | null = null
  let failedTries = 0
  let isReplaced = false
  let start: PageStart | null = null
  const connectListeners = new Set<ConnectListener>()
  const watchers = new Map<string, number>()

  /**
   * Runs after every connect, the first one too: from then on no event is missed, so it is the moment to fetch, unless the
   * page is current. Returns the unsubscribe function.
   */
  function onConnected(listener: ConnectListener): () => void {
    connectListeners.add(listener)
    return () => connectListeners.delete(listener)
  }

  async function startEvents(): Promise<void> {
    if (socket) return
    const [opened, { deliver }] = await Promise.all([open(), import('./deliver.ts')])
    if (socket) return void opened.disconnect()
    socket = opened
    opened.on('connect', handleConnect)
    opened.on('disconnect', (reason) => handleDisconnect(opened, reason))
    opened.io.on('reconnect_attempt', () => setStatus())
    opened.on('connect_error', () => {
      failedTries += 1
      setStatus()
    })
    opened.on('connection:replaced', () => {
      isReplaced = true
    })
    opened.onAny(deliver)
    addEventListener('offline', setStatus)
    addEventListener('online', () => (opened.connected || isReplaced ? setStatus() : opened.connect()))
  }

  /** The socket reads the session only when it connects. */
  function restartEvents(): void {
    isReplaced = false
    socket?.disconnect().connect()
  }

  /**
   * Subscribes to a tour's board, again after every reconnect. `onWatching` runs at each confirmation by the server.
   * Returns the unsubscribe function.
   */
  function watchBoard(tourId: number, onWatching: () => void): () => void {
    return watchRoom(
      `board:${tourId}`,
      () => socket?.emit('board:watch', { tourId }, ({ ok }) => ok && onWatching()),
      () => socket?.emit('board:unwatch', { tourId }),
    )
  }

  /** Subscribes to a show, as {@link watchBoard} does. */
  function watchShow(showId: number, onWatching: ConnectListener): () => void {
    return watchRoom(
      `show:${showId}`,
      () => sendWatch(showId, (ok, isCurrent) => ok && onWatching(isCurrent)),
      () => socket?.emit('show:unwatch', { showId }),
    )
  }

  /** A show's page begins with one response. Until the connection breaks, what came with it is not fetched again. */
  function startFrom(showId: number, topics: PageStart['topics']): () => void {
    const own = { showId, topics }
    start = own
    const stopWatching = watchShow(showId, () => {})
    return () => {
      stopWatching()
      if (start === own) start = null
    }
  }

  function sendWatch(showId: number, onAcknowledged: (ok: boolean, isCurrent: boolean) => void): void {
    socket?.emit('show:watch', { showId }, ({ ok, topics }) => {
      if (start?.showId !== showId || !topics) onAcknowledged(ok, false)
      else void start.topics.then((held) => onAcknowledged(ok, held !== null && isAsNew(held, topics)))
    })
  }

  /** Subscribes to a league of the user, as {@link watchBoard} does. */
  function watchLeague(leagueId: number, onWatching: () => void): () => void {
    return watchRoom(
      `league:${leagueId}`,
      () => socket?.emit('league:watch', { leagueId }, ({ ok }) => ok && onWatching()),
      () => socket?.emit('league:unwatch', { leagueId }),
    )
  }

  function watchRoom(room: string, watch: () => void, unwatch: () => void): () => void {
    watchers.set(room, (watchers.get(room) ?? 0) + 1)
    if (socket?.connected) watch()
    const stopListening = onConnected(watch)
    return () => {
      stopListening()
      const left = (watchers.get(room) ?? 1) - 1
      if (left > 0) watchers.set(room, left)
      else {
        watchers.delete(room)
        if (socket?.connected) unwatch()
      }
    }
  }

  function handleConnect(): void {
    failedTries = 0
    setStatus()
    if (start === null) reportConnect(false)
    else sendWatch(start.showId, (_, isCurrent) => reportConnect(isCurrent))
  }

  function reportConnect(isCurrent: boolean): void {
    for (const listener of [...connectListeners]) listener(isCurrent)
  }

  function handleDisconnect(from: EventSocket, reason: string): void {
    setStatus()
    start = null
    // The client does not reconnect by itself after this: the server disconnects ended sessions and slow clients. Two
    // replaced pages that did would replace each other for ever.
    if (reason === 'io server disconnect' && !isReplaced) withJitter(() => from.connect())
  }

  function setStatus(): void {
    useConnection.setState({ status: currentStatus() })
  }

  function currentStatus(): ConnectionStatus {
    if (!navigator.onLine || failedTries >= MAX_FAILED_TRIES) return 'offline'
    if (isReplaced) return 'replaced'
    return socket?.connected ? 'live' : 'reconnecting'
  }

  return {
    useConnectionStatus,
    onConnected,
    startEvents,
    restartEvents,
    startFrom,
    watchBoard,
    watchShow,
    watchLeague,
  }
}

function isAsNew(held: PageTopics, current: PageTopics): boolean {
  return Object.entries(current).every(([topic, version]) => version <= (held[topic] ?? 0))
}

export type EventConnection = ReturnType<typeof createEventConnection>

const eventConnection = createEventConnection()
export const { onConnected, startEvents, restartEvents, watchBoard, watchShow } = eventConnection

export const EventConnectionContext = createContext(eventConnection)
