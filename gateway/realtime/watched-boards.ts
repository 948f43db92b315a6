import { boardWatch, rooms } from '@called-it/shared/contract/live'
import type { LiveSocket } from './live-socket.ts'

/** More tours than a page ever shows. */
const MAX_WATCHED = 20

/**
 * Lets sockets watch the boards of tours. Requests that do not fit the contract are dropped.
 *
 * @param onWatch called for each board that a socket starts to watch
 * @param onLeave called for each board that a socket stops to watch, also by disconnecting
 */
export function openBoardWatches(onWatch: (board: number) => void, onLeave: (board: number) => void) {
  // Most sockets watch nothing, so there is no set per socket.
  const watchedBy = new WeakMap<LiveSocket, Set<number>>()

  function watch(socket: LiveSocket, payload: unknown): boolean {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success) return false
    const { tourId } = parsed.data
    const watched = watchedBy.get(socket) ?? new Set()
    if (watched.has(tourId)) return true
    if (watched.size >= MAX_WATCHED) return false
    watchedBy.set(socket, watched.add(tourId))
    void socket.join(rooms.board(tourId))
    onWatch(tourId)
    return true
  }

  function unwatch(socket: LiveSocket, payload: unknown): void {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success || !watchedBy.get(socket)?.delete(parsed.data.tourId)) return
    void socket.leave(rooms.board(parsed.data.tourId))
    onLeave(parsed.data.tourId)
  }

  return {
    accept(socket: LiveSocket): void {
      socket.on('board:watch', (payload: unknown, acknowledge: unknown) => {
        const ok = watch(socket, payload)
        if (typeof acknowledge === 'function') acknowledge({ ok })
      })
      socket.on('board:unwatch', (payload: unknown) => unwatch(socket, payload))
    },
    /** Call it after the socket has left its rooms. */
    leaveAll(socket: LiveSocket): void {
      for (const board of watchedBy.get(socket) ?? []) onLeave(board)
      watchedBy.delete(socket)
    },
  }
}
