import type { ClientToServerEvents, ServerToClientEvents } from '@called-it/shared/contract/events'
import type { Server, Socket } from 'socket.io'
import type { SocketSession } from '../auth/session.ts'

type SocketData = {
  session: SocketSession | null
}

/** Gateways do not communicate through Socket.IO. */
type NoEvents = Record<never, never>

export type EventServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
export type EventSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
