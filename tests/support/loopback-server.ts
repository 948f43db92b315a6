import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** @param wanted 0: any port that is free */
export async function listenOnLoopback(server: Server, wanted = 0): Promise<number> {
  await once(server.listen(wanted, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

export async function stopServer(server: HttpServer | undefined): Promise<void> {
  if (!server?.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

type Talk = {
  port?: number
  greeting?: string
  /** null: it says nothing. */
  reply?(line: string): string | null
}

/** Talks in lines, as mail servers do; without a greeting and replies it is silent. */
export async function startTalkingServer({ port: wanted = 0, greeting, reply = () => null }: Talk = {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    if (greeting !== undefined) socket.write(`${greeting}\r\n`)
    socket.on('data', (data: string) => {
      for (const line of data.split('\r\n').slice(0, -1)) {
        const response = reply(line)
        if (response !== null) socket.write(`${response}\r\n`)
      }
    })
  })
  const port = await listenOnLoopback(server, wanted)
  return {
    port,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
