import { rooms } from '@called-it/shared/contract/events'
import type { SocketSession } from '../auth/session.ts'
import type { ClientLimits } from '../overload/limits.ts'
import { socketsIn } from './broadcast.ts'
import type { EventServer } from './event-socket.ts'

/**
 * Ends the oldest sockets of the session and of its user beyond their limits, so that a new page always connects. Their
 * pages reconnect only when the user asks for it.
 */
export function endOldestSockets(
  io: EventServer,
  { userId, sessionHash }: SocketSession,
  { socketsOfSession, socketsOfUser }: ClientLimits,
): void {
  // A room lists its sockets in the order in which they joined.
  const ofUser = socketsIn(io, rooms.user(userId))
  const ofSession = ofUser.filter(({ data }) => data.session?.sessionHash === sessionHash)
  for (const socket of new Set([
    ...ofSession.slice(0, -socketsOfSession),
    ...ofUser.slice(0, -socketsOfUser),
  ])) {
    socket.emit('connection:replaced', {})
    socket.disconnect(true)
  }
}
