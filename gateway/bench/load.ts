/**
 * Asks one address over and over: `node gateway/bench/load.ts <url> <connections>`, forked. A process of its own, so
 * that what asking costs is not counted as answering, and one for all turns, so that connections are not counted
 * either. Each number that it is told is a turn of so many requests, which it answers with how many were not answered
 * with 200.
 *
 * It reads no more of an answer than where it ends: Node's own client takes more time than any server here, and a
 * server that waits for its client is charged with what it does besides.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

const HEAD_END = '\r\n\r\n'
const LENGTH = /^content-length: *(\d+)$/im

const [, , address, connections] = process.argv
if (address === undefined) throw new Error('load.ts <url> <connections>')
const url = new URL(address)
const asked = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`

type Connection = { /** Whether the answer is a 200. */ ask(): Promise<boolean> }

async function open(): Promise<Connection> {
  const socket = connect(Number(url.port), url.hostname)
  socket.setNoDelay()
  await once(socket, 'connect')
  // At whatever moment it is, the load ends, and with it the benchmark.
  socket.on('close', () => {
    throw new Error('the server hung up')
  })
  return { ask: () => readAnswer(socket) }
}

/** An answer without a length ends the connection. */
function readAnswer(socket: Socket): Promise<boolean> {
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
      } else {
        left -= chunk.length
      }
      if (left > 0) return
      socket.off('data', onData)
      resolve(head.startsWith('HTTP/1.1 200 '))
    }
    socket.on('data', onData)
    socket.write(asked)
  })
}

let opened: Promise<Connection[]> | null = null

async function takeTurn(requests: number): Promise<number> {
  let left = requests
  let failed = 0
  async function askUntilDone({ ask }: Connection) {
    while (left > 0) {
      left -= 1
      if (!(await ask())) failed += 1
    }
  }
  opened ??= Promise.all(Array.from({ length: Number(connections) }, open))
  await Promise.all((await opened).map(askUntilDone))
  return failed
}

process.on('message', async (message) => {
  process.send?.(await takeTurn(z.int().parse(message)))
})
process.on('disconnect', () => process.exit())
