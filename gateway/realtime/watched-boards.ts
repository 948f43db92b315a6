import { boardWatch, rooms } from '@called-it/shared/contract/live'
import type { LiveSocket } from './live-socket.ts'
import type { TourLookup } from './tour-lookup.ts'

/** More tours than a page ever shows. */
const MAX_WATCHED = 20

type Handlers = {
  isTour: TourLookup
  /** Called for each board that a socket starts to watch. */
  onWatch: (board: number) => void
  /** Called for each board that a socket stops to watch, also by disconnecting. */
  onLeave: (board: number) => void
}

/** Lets sockets watch the boards of tours. Requests for unknown tours or outside the contract are refused. */
export function openBoardWatches({ isTour, onWatch, onLeave }: Handlers) {
  // Most sockets watch nothing, so there is no map per socket. A board is false until its tour is known to exist.
  const watchedBy = new WeakMap<LiveSocket, Map<number, boolean>>()

  async function watch(socket: LiveSocket, payload: unknown): Promise<boolean> {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success) return false
    const { tourId } = parsed.data
    const watched = watchedBy.get(socket) ?? new Map<number, boolean>()
    if (watched.get(tourId)) return true
    if (!watched.has(tourId) && watched.size >= MAX_WATCHED) return false
    watchedBy.set(socket, watched.set(tourId, false))
    const exists = await isTour(tourId)
    // Meanwhile the socket may have left, or an earlier request of it may have joined.
    const isWatched = watched.get(tourId)
    if (isWatched !== false) return isWatched === true
    if (!exists) {
      watched.delete(tourId)
      return false
    }
    watched.set(tourId, true)
    void socket.join(rooms.board(tourId))
    onWatch(tourId)
    return true
  }

  function unwatch(socket: LiveSocket, payload: unknown): void {
    const parsed = boardWatch.safeParse(payload)
    if (!parsed.success) return
    const { tourId } = parsed.data
    const watched = watchedBy.get(socket)
    const isWatched = watched?.get(tourId)
    watched?.delete(tourId)
    if (!isWatched) return
    void socket.leave(rooms.board(tourId))
    onLeave(tourId)
  }

  return {
    accept(socket: LiveSocket): void {
      socket.on('board:watch', async (payload: unknown, acknowledge: unknown) => {
        const ok = await watch(socket, payload)
        if (typeof acknowledge === 'function') acknowledge({ ok })
      })
      socket.on('board:unwatch', (payload: unknown) => unwatch(socket, payload))
    },
    /** Call it after the socket has left its rooms. */
    leaveAll(socket: LiveSocket): void {
      const watched = watchedBy.get(socket)
      if (!watched) return
      const boards = [...watched].filter(([, isWatched]) => isWatched)
      // Requests whose tour is still looked up find nothing here.
      watched.clear()
      for (const [board] of boards) onLeave(board)
    },
  }
}
