import { isEditorsRoom, type PublishedEvent, rooms } from '@called-it/shared/contract/events'
import type { Logger } from 'pino'
import type { SocketSession } from '../auth/session.ts'
import { isRevoked } from './admission.ts'
import { socketsIn } from './broadcast.ts'
import type { Clock } from './clock.ts'
import type { EventServer, EventSocket } from './event-socket.ts'

type Revocation = PublishedEvent<'session:revoked'>

const RECHECK_INTERVAL_MS = 30_000

/**
 * Disconnects sockets whose session has ended. Revocations arrive as events; lost ones and expired sessions are found
 * by reading all connected sessions in one query twice a minute.
 */
export function watchSessions({
  io,
  listSessions,
  clock,
  log,
}: {
  io: EventServer
  listSessions: (userIds: number[]) => Promise<readonly SocketSession[]>
  clock: Clock
  log: Logger
}) {
  function end(socket: EventSocket, reason: Revocation['reason']): void {
    socket.emit('session:revoked', { reason })
    socket.disconnect(true)
  }

  function updateRole(socket: EventSocket, session: SocketSession): void {
    const { isAdmin, isOperator } = socket.data.session ?? {}
    if (isAdmin === session.isAdmin && isOperator === session.isOperator) return
    socket.data.session = session
    void (session.isAdmin ? socket.join(rooms.admins) : socket.leave(rooms.admins))
    if (session.isOperator) return
    for (const room of socket.rooms) if (isEditorsRoom(room)) void socket.leave(room)
  }

  let isReading = false

  async function recheck(): Promise<void> {
    const sockets = [...io.of('/').sockets.values()].filter(({ data }) => data.session !== null)
    const userIds = new Set(sockets.flatMap(({ data }) => data.session?.userId ?? []))
    if (userIds.size === 0 || isReading) return
    isReading = true
    try {
      const active = new Map(
        (await listSessions([...userIds])).map((session) => [session.sessionHash, session]),
      )
      for (const socket of sockets) {
        const session = active.get(socket.data.session?.sessionHash ?? '')
        if (session) updateRole(socket, session)
        else end(socket, 'ended')
      }
    } catch (error) {
      log.warn({ err: error }, 'the sessions of live connections could not be read again')
    } finally {
      isReading = false
    }
  }

  return {
    /** Sends the sockets of revoked sessions the reason, and disconnects them. */
    revoke(revocation: Revocation): void {
      for (const socket of socketsIn(io, rooms.user(revocation.userId))) {
        const { session } = socket.data
        if (session && isRevoked(session, revocation)) end(socket, revocation.reason)
      }
    },
    stop: clock.every(RECHECK_INTERVAL_MS, () => void recheck()),
  }
}
