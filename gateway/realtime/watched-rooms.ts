import { boardWatch, rooms, showWatch } from '@called-it/shared/contract/live'
import type { LiveSocket } from './live-socket.ts'
import type { Lookup } from './lookup.ts'

/** More tours and shows than a page ever shows. */
const MAX_WATCHED = 20

/** The board of a tour, or a show. */
export type Watched = { readonly kind: 'board' | 'show'; readonly id: number }

type Handlers = {
  exists: Readonly<Record<Watched['kind'], Lookup>>
  /** Called for each board or show that a socket starts to watch. */
  onWatch: (watched: Watched) => void
  /** Called for each one that a socket stops to watch, also by disconnecting. */
  onLeave: (watched: Watched) => void
}

/** Lets sockets watch boards of tours and shows. Requests for unknown ones or outside the contract are refused. */
export function openWatches({ exists, onWatch, onLeave }: Handlers) {
  // Most sockets watch nothing, so there is no map per socket. By room; `isKnown` once the tour or show is known to exist.
  const watchedBy = new WeakMap<LiveSocket, Map<string, { watched: Watched; isKnown: boolean }>>()

  async function watch(socket: LiveSocket, watched: Watched | null): Promise<boolean> {
    if (!watched) return false
    const room = roomOf(watched)
    const ofSocket = watchedBy.get(socket) ?? new Map<string, { watched: Watched; isKnown: boolean }>()
    if (ofSocket.get(room)?.isKnown) return true
    if (!ofSocket.has(room) && ofSocket.size >= MAX_WATCHED) return false
    watchedBy.set(socket, ofSocket.set(room, { watched, isKnown: false }))
    const isKnown = await exists[watched.kind](watched.id)
    // Meanwhile the socket may have left, or an earlier request of it may have joined.
    const entry = ofSocket.get(room)
    if (entry?.isKnown !== false) return entry?.isKnown === true
    if (!isKnown) {
      ofSocket.delete(room)
      return false
    }
    entry.isKnown = true
    void socket.join(roomsFor(socket, watched))
    onWatch(watched)
    return true
  }

  function unwatch(socket: LiveSocket, watched: Watched | null): void {
    if (!watched) return
    const ofSocket = watchedBy.get(socket)
    const entry = ofSocket?.get(roomOf(watched))
    ofSocket?.delete(roomOf(watched))
    if (!entry?.isKnown) return
    void socket.leave(roomOf(watched))
    if (watched.kind === 'show') void socket.leave(rooms.editors(watched.id))
    onLeave(watched)
  }

  return {
    accept(socket: LiveSocket): void {
      const watchAndAcknowledge = async (watched: Watched | null, acknowledge: unknown) => {
        const ok = await watch(socket, watched)
        if (typeof acknowledge === 'function') acknowledge({ ok })
      }
      socket.on('board:watch', (payload: unknown, acknowledge: unknown) =>
        watchAndAcknowledge(readBoard(payload), acknowledge),
      )
      socket.on('board:unwatch', (payload: unknown) => unwatch(socket, readBoard(payload)))
      socket.on('show:watch', (payload: unknown, acknowledge: unknown) =>
        watchAndAcknowledge(readShow(payload), acknowledge),
      )
      socket.on('show:unwatch', (payload: unknown) => unwatch(socket, readShow(payload)))
    },
    /** Call it after the socket has left its rooms. */
    leaveAll(socket: LiveSocket): void {
      const ofSocket = watchedBy.get(socket)
      if (!ofSocket) return
      const known = [...ofSocket.values()].filter(({ isKnown }) => isKnown)
      // Requests that are still looked up find nothing here.
      ofSocket.clear()
      for (const { watched } of known) onLeave(watched)
    },
  }
}

function readBoard(payload: unknown): Watched | null {
  const { data } = boardWatch.safeParse(payload)
  return data ? { kind: 'board', id: data.tourId } : null
}

function readShow(payload: unknown): Watched | null {
  const { data } = showWatch.safeParse(payload)
  return data ? { kind: 'show', id: data.showId } : null
}

export function roomOf({ kind, id }: Watched): string {
  return kind === 'board' ? rooms.board(id) : rooms.show(id)
}

function roomsFor({ data }: LiveSocket, watched: Watched): string[] {
  const isEditor = watched.kind === 'show' && data.session?.isOperator === true
  return [roomOf(watched), ...(isEditor ? [rooms.editors(watched.id)] : [])]
}
