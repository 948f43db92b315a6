import type {
  ClientToServerEvents,
  ServerEvent,
  ServerEventName,
  ServerToClientEvents,
} from '@called-it/shared/contract/events'
import { serverEvents } from '@called-it/shared/contract/events'
import { io, type Socket } from 'socket.io-client'

export type LiveClient = {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>
  all<N extends ServerEventName>(name: N): ServerEvent<N>[]
}

const schemas: { [N in ServerEventName]: { parse(payload: unknown): ServerEvent<N> } } = serverEvents

/** Reconnects as the client's does. Without a cookie it keeps those of responses, as a browser does. */
export async function openLiveClient(
  url: string,
  transport: 'websocket' | 'polling',
  cookie?: string,
): Promise<LiveClient> {
  const socket: LiveClient['socket'] = io(url, {
    transports: [transport],
    forceNew: true,
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    ...(cookie === undefined ? { withCredentials: true } : { extraHeaders: { cookie } }),
  })
  const received: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => received.push({ name, payload }))
  if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return {
    socket,
    all: (name) =>
      received.filter((one) => one.name === name).map(({ payload }) => schemas[name].parse(payload)),
  }
}
