import type { LiveEvent, LiveEventName, ServerToClientEvents } from '@called-it/shared/contract/live'
import { liveEvents } from '@called-it/shared/contract/live'
import { io, type Socket } from 'socket.io-client'

export type LiveClient = {
  readonly socket: Socket<ServerToClientEvents>
  /** The events of a name, in the order in which they came. */
  all<N extends LiveEventName>(name: N): LiveEvent<N>[]
}

const schemas: { [N in LiveEventName]: { parse(payload: unknown): LiveEvent<N> } } = liveEvents

/**
 * An open page's live connection, which comes back as the page's does.
 *
 * @param cookie sent with every request of it. Without one it keeps the cookies that it is given, as a browser does.
 */
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
  const heard: { name: string; payload: unknown }[] = []
  socket.onAny((name: string, payload: unknown) => heard.push({ name, payload }))
  if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return {
    socket,
    all: (name) =>
      heard.filter((one) => one.name === name).map(({ payload }) => schemas[name].parse(payload)),
  }
}
