import { boardWatch, rooms } from '@called-it/shared/contract/live'
import type { LiveSocket } from './live-socket.ts'

/** More tours than a page ever shows. */
const MOST_WATCHED = 20

export type BoardWatches = {
  /** Lets a socket watch boards. */
  accept(socket: LiveSocket): void
  /** For a socket that has left its rooms for good. */
  leaveAll(socket: LiveSocket): void
}

/**
 * Opens the watching of tours' boards, a few at a time for each socket. What does not fit the contract is dropped.
 *
 * @param onWatch called for each board that a socket begins to watch
 * @param onLeave called for each that it leaves, be it by going away
 */
export function openBoardWatches(
  onWatch: (board: number) => void,
  onLeave: (board: number) => void,
): BoardWatches {
  // The listeners are the same for all sockets, and most sockets watch nothing: each byte is paid per fan.
  const watchedBy = new WeakMap<LiveSocket, Set<number>>()

  function watch(socket: LiveSocket, payload: unknown): boolean {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success) return false
    const { tourId } = parsed.data
    const watched = watchedBy.get(socket) ?? new Set()
    if (watched.has(tourId)) return true
    if (watched.size >= MOST_WATCHED) return false
    watchedBy.set(socket, watched.add(tourId))
    void socket.join(rooms.board(tourId))
    onWatch(tourId)
    return true
  }

  function onWatchAsked(this: LiveSocket, payload: unknown, done: unknown): void {
    const ok = watch(this, payload)
    if (typeof done === 'function') done({ ok })
  }

  function onUnwatchAsked(this: LiveSocket, payload: unknown): void {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success || !watchedBy.get(this)?.delete(parsed.data.tourId)) return
    void this.leave(rooms.board(parsed.data.tourId))
    onLeave(parsed.data.tourId)
  }

  return {
    accept(socket) {
      socket.on('board:watch', onWatchAsked)
      socket.on('board:unwatch', onUnwatchAsked)
    },
    leaveAll(socket) {
      for (const board of watchedBy.get(socket) ?? []) onLeave(board)
      watchedBy.delete(socket)
    },
  }
}
