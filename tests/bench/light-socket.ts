import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * A live connection in a few hundred bytes and microseconds per event, which it passes on unparsed: thousands fit into
 * one process beside the server that is measured; thousands of stock clients do not.
 */
export type LightSocket = {
  /** Resolves when the server has accepted it, and what it watches; rejects when it does not. */
  readonly joined: Promise<void>
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>
  end(): void
}

type LightSocketOptions = {
  readonly port: number
  /** A server of bare WebSockets: there is nothing to join. */
  readonly isBare?: boolean
  readonly cookie?: string | undefined
  /** Sent once it has joined: the name and payload of a watch. */
  readonly watch?: readonly [name: string, payload: object] | undefined
  /** @param packet `42["name",{…}]`; a view that is only valid until the callback returns */
  readonly onEvent: (packet: Buffer) => void
}

/** All sockets read into the same buffer, one after the other. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const TEXT = 1
const CLOSE = 8
const [OPEN, PING, MESSAGE] = ['0', '2', '4'].map((digit) => digit.charCodeAt(0))
const [CONNECT, EVENT, ACKNOWLEDGED] = ['0', '2', '3'].map((digit) => digit.charCodeAt(0))
/** More connections at a time would overflow the server's accept queue. */
const CONNECTS_AT_ONCE = 100

export function openLightSocket({
  port,
  isBare = false,
  cookie,
  watch,
  onEvent,
}: LightSocketOptions): LightSocket {
  const joined = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isUpgraded = false
  let rest = NOTHING

  function read(chunk: Buffer): void {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const used = isUpgraded ? readFrames(bytes) : readUpgrade(bytes)
    rest = used === bytes.length ? NOTHING : Buffer.from(bytes.subarray(used))
  }

  function readUpgrade(bytes: Buffer): number {
    const end = bytes.indexOf(END_OF_HEADERS)
    if (end < 0) return 0
    isUpgraded = bytes.toString('latin1', 0, end).includes(' 101 ')
    if (!isUpgraded) {
      socket.destroy(new Error(`rejected: ${bytes}`))
      return bytes.length
    }
    if (isBare) joined.resolve()
    const start = end + END_OF_HEADERS.length
    return start + readFrames(bytes.subarray(start))
  }

  /** Reads the complete frames; returns how many bytes they took. */
  function readFrames(bytes: Buffer): number {
    let at = 0
    while (bytes.length - at >= 2) {
      const short = bytes.readUInt8(at + 1)
      const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
      if (bytes.length < start) break
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2))
      if (bytes.length < start + length) break
      readFrame(bytes.readUInt8(at) & 0x0f, bytes.subarray(start, start + length))
      at = start + length
    }
    return at
  }

  function readFrame(opcode: number, payload: Buffer): void {
    if (opcode === CLOSE) socket.destroy()
    if (opcode !== TEXT) return
    const [kind, packet] = payload
    if (kind === MESSAGE && packet === EVENT) onEvent(payload)
    else if (kind === PING) sendText(socket, '3')
    else if (kind === OPEN) sendText(socket, '40')
    else if (kind === MESSAGE && packet === CONNECT) join()
    else if (kind === MESSAGE && packet === ACKNOWLEDGED && payload.includes('"ok":true')) joined.resolve()
    else joined.reject(new Error(`rejected: ${payload}`))
  }

  function join(): void {
    if (watch === undefined) joined.resolve()
    else sendText(socket, `420${JSON.stringify(watch)}`)
  }

  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer: READ_BUFFER,
      callback: (length) => {
        read(READ_BUFFER.subarray(0, length))
        return true
      },
    },
  })
  socket.on('error', (error) => joined.reject(error))
  socket.once('close', () => {
    joined.reject(new Error('the connection was closed'))
    closed.resolve()
  })
  // A caller that only awaits `closed` must not crash on a rejection.
  joined.promise.catch(() => undefined)
  socket.write(upgradeRequest(port, cookie))
  return { joined: joined.promise, closed: closed.promise, end: () => void socket.destroy() }
}

function upgradeRequest(port: number, cookie: string | undefined): string {
  return [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    '\r\n',
  ].join('\r\n')
}

/** Sends a short text as one frame; a mask of zeros leaves it as it is. */
function sendText(socket: Socket, text: string): void {
  socket.write(Buffer.concat([Buffer.from([0x80 | TEXT, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
}

/** @throws where one is rejected */
export async function openLightSockets(
  count: number,
  open: (index: number) => LightSocket,
): Promise<LightSocket[]> {
  const sockets: LightSocket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(CONNECTS_AT_ONCE, count - sockets.length) }, (_, index) =>
      open(sockets.length + index),
    )
    await Promise.all(batch.map(({ joined }) => joined))
    sockets.push(...batch)
  }
  return sockets
}
