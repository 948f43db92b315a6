/**
 * Requests one URL in a process of its own: `node rest-client.ts <url>`. A message is a number of requests, answered with
 * how many did not return 200. It parses only lengths: Node's client takes more CPU than the measured servers.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

const CONNECTIONS = 32
const HEAD_END = '\r\n\r\n'
const LENGTH = /^content-length: *(\d+)$/im

const url = new URL(process.argv[2] ?? '')
const request = `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`

async function open(): Promise<Socket> {
  const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true })
  await once(socket, 'connect')
  // A connection that ends ends the process, and with it the benchmark.
  return socket.on('close', () => {
    throw new Error('the server closed a connection')
  })
}

/** Whether the response is a 200; one without a length ends the connection. */
function requestOnce(socket: Socket): Promise<boolean> {
  let head = ''
  let left: number | null = null
  return new Promise((resolve) => {
    const onData = (chunk: Buffer) => {
      if (left === null) {
        head += chunk.toString('latin1')
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const length = LENGTH.exec(head.slice(0, end))?.[1]
        if (length === undefined) return void socket.destroy()
        left = Number(length) - (head.length - end - HEAD_END.length)
      } else left -= chunk.length
      if (left > 0) return
      socket.off('data', onData)
      resolve(head.startsWith('HTTP/1.1 200 '))
    }
    socket.on('data', onData).write(request)
  })
}

let sockets: Promise<Socket[]> | null = null

process.on('message', async (message) => {
  let left = z.int().parse(message)
  let failed = 0
  // Not earlier: servers close a connection that makes no request for some seconds.
  sockets ??= Promise.all(Array.from({ length: CONNECTIONS }, open))
  await Promise.all(
    (await sockets).map(async (socket) => {
      while (left > 0) {
        left -= 1
        if (!(await requestOnce(socket))) failed += 1
      }
    }),
  )
  process.send?.(failed)
})
process.on('disconnect', () => process.exit())
