import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type OpenConnections = {
  /** The response to the connection's last request; undefined before its first. */
  lastResponse(socket: Socket): ServerResponse | undefined
  /** Responses that are not sent to their end. Of pipelined requests only the last counts: its response ends last. */
  runningResponses(): ServerResponse[]
}

/** Must be called before listeners that respond are added. One entry a connection costs a request next to nothing. */
export function trackConnections(server: Server): OpenConnections {
  const responses = new Map<Socket, ServerResponse>()

  function forget(this: Socket): void {
    responses.delete(this)
  }

  server.on('connection', (socket: Socket) => socket.on('close', forget))
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responses.set(socket, response)
  })
  return {
    lastResponse: (socket) => responses.get(socket),
    runningResponses: () =>
      [...responses.values()].filter((response) => !response.writableFinished && !response.destroyed),
  }
}
