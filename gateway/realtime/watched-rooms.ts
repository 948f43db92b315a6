import { boardWatch, leagueWatch, rooms, showWatch } from '@called-it/shared/contract/events'
import type { PageTopics } from '@called-it/shared/contract/show-pages'
import type { EventSocket } from './event-socket.ts'

/** More tours, shows and leagues than a page ever shows. */
const MAX_WATCHED = 20

/** The board of a tour, a show or a league. */
export type Watched = { readonly kind: 'board' | 'show' | 'league'; readonly id: number }

type Handlers = {
  /** The versions from which on a page of a show gets events. */
  topicsOf: (showId: number) => PageTopics
  mayWatch: Readonly<Record<Watched['kind'], (id: number, socket: EventSocket) => Promise<boolean>>>
  /** Called for each one that a socket starts to watch. */
  onWatch: (watched: Watched, socket: EventSocket) => void
  /** Called for each one that a socket stops to watch, also by disconnecting. */
  onLeave: (watched: Watched) => void
}

/** Lets sockets watch boards, shows and leagues. Requests that may not or are outside the contract are refused. */
export function openWatches({ topicsOf, mayWatch, onWatch, onLeave }: Handlers) {
  // Most sockets watch nothing, so there is no map per socket. By room; `isKnown` once it is known that it may.
  const watchedBy = new WeakMap<EventSocket, Map<string, { watched: Watched; isKnown: boolean }>>()

  async function watch(socket: EventSocket, watched: Watched | null): Promise<boolean> {
    if (!watched) return false
    const room = roomOf(watched)
    const ofSocket = watchedBy.get(socket) ?? new Map<string, { watched: Watched; isKnown: boolean }>()
    if (ofSocket.get(room)?.isKnown) return true
    if (!ofSocket.has(room) && ofSocket.size >= MAX_WATCHED) return false
    watchedBy.set(socket, ofSocket.set(room, { watched, isKnown: false }))
    const isKnown = await mayWatch[watched.kind](watched.id, socket)
    // Meanwhile the socket may have left, or an earlier request of it may have joined.
    const entry = ofSocket.get(room)
    if (entry?.isKnown !== false) return entry?.isKnown === true
    if (!isKnown) {
      ofSocket.delete(room)
      return false
    }
    entry.isKnown = true
    void socket.join(roomsFor(socket, watched))
    onWatch(watched, socket)
    return true
  }

  function unwatch(socket: EventSocket, watched: Watched | null): void {
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
    accept(socket: EventSocket): void {
      const watchAndAcknowledge = async (watched: Watched | null, acknowledge: unknown) => {
        const ok = await watch(socket, watched)
        const isShow = ok && watched?.kind === 'show'
        if (typeof acknowledge === 'function')
          acknowledge({ ok, ...(isShow && { topics: topicsOf(watched.id) }) })
      }
      socket.on('board:watch', (payload: unknown, acknowledge: unknown) =>
        watchAndAcknowledge(readBoard(payload), acknowledge),
      )
      socket.on('board:unwatch', (payload: unknown) => unwatch(socket, readBoard(payload)))
      socket.on('show:watch', (payload: unknown, acknowledge: unknown) =>
        watchAndAcknowledge(readShow(payload), acknowledge),
      )
      socket.on('show:unwatch', (payload: unknown) => unwatch(socket, readShow(payload)))
      socket.on('league:watch', (payload: unknown, acknowledge: unknown) =>
        watchAndAcknowledge(readLeague(payload), acknowledge),
      )
      socket.on('league:unwatch', (payload: unknown) => unwatch(socket, readLeague(payload)))
    },
    unwatch,
    /** Call it after the socket has left its rooms. */
    leaveAll(socket: EventSocket): void {
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

function readLeague(payload: unknown): Watched | null {
  const { data } = leagueWatch.safeParse(payload)
  return data ? { kind: 'league', id: data.leagueId } : null
}

export function roomOf({ kind, id }: Watched): string {
  return rooms[kind](id)
}

function roomsFor({ data }: EventSocket, watched: Watched): string[] {
  const isEditor = watched.kind === 'show' && data.session?.isOperator === true
  return [roomOf(watched), ...(isEditor ? [rooms.editors(watched.id)] : [])]
}
