import type { SocketKind } from '@called-it/infra/observability/gateway-metrics'
import type { ClientToServerEvents, ServerToClientEvents } from '@called-it/shared/contract/live'
import type { Server, Socket } from 'socket.io'

/** Whose a connection is, as its handshake's cookie says. */
export type LiveSession = {
  readonly userId: number
  readonly isAdmin: boolean
  /** Names the session to other processes without letting anybody in. */
  readonly sessionHash: string
}

/** What the hub keeps with each socket. */
type SocketData = {
  /** Null for a visitor. */
  session: LiveSession | null
  /** As what it is counted, from its arrival to its end. */
  kind: SocketKind
  /** What a visitor is counted by; null for a fan. */
  network: string | null
}

/** Gateways do not talk to each other through Socket.IO. */
type NoEvents = Record<never, never>

export type LiveServer = Server<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, NoEvents, SocketData>
