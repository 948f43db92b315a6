import { boardWatch, rooms } from '@called-it/shared/contract/live'
import type { LiveSocket } from './live-socket.ts'

/** More tours than a page ever shows. */
const MOST_WATCHED = 20

/**
 * Lets a socket watch tours' boards, a few at a time. What does not fit the contract is dropped.
 *
 * @param onWatch called for each board that the socket begins to watch
 * @param onLeave called for each that it leaves, be it by going away
 */
export function acceptBoardWatches(
  socket: LiveSocket,
  onWatch: (board: number) => void,
  onLeave: (board: number) => void,
): void {
  const watched = new Set<number>()

  function watch(payload: unknown): boolean {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success) return false
    const { tourId } = parsed.data
    if (watched.has(tourId)) return true
    if (watched.size >= MOST_WATCHED) return false
    watched.add(tourId)
    void socket.join(rooms.board(tourId))
    onWatch(tourId)
    return true
  }

  socket.on('board:watch', (payload: unknown, done: unknown) => {
    const ok = watch(payload)
    if (typeof done === 'function') done({ ok })
  })
  socket.on('board:unwatch', (payload: unknown) => {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success || !watched.delete(parsed.data.tourId)) return
    void socket.leave(rooms.board(parsed.data.tourId))
    onLeave(parsed.data.tourId)
  })
  // By now the socket has left its rooms.
  socket.on('disconnect', () => {
    for (const board of watched) onLeave(board)
  })
}
