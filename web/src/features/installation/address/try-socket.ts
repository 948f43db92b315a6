const LIMIT_MS = 6_000

export type Reached = 'websocket' | 'polling' | 'none'

/** Which way of live connections reaches the gateway. */
export async function trySocket(): Promise<Reached> {
  const { io } = await import('socket.io-client')

  function connects(transport: 'websocket' | 'polling'): Promise<boolean> {
    const socket = io({ transports: [transport], forceNew: true, reconnection: false, timeout: LIMIT_MS })
    return new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true))
      socket.on('connect_error', () => resolve(false))
    }).finally(() => socket.disconnect())
  }

  if (await connects('websocket')) return 'websocket'
  return (await connects('polling')) ? 'polling' : 'none'
}
