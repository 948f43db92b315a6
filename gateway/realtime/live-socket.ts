import type { ClientToServerEvents, ServerToClientEvents } from '@called-it/shared/contract/events'
import type { Server, Socket } from 'socket.io'
import type { LiveSession } from '../auth/session.ts'

type SocketData = {
  session: LiveSession | null
}

/** Gateways do not communicate through Socket.IO. */
type NoEvents = Record<never, never>

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
