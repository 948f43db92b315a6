import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/**
 * A fan's live connection in a few hundred bytes of memory and a few microseconds a message: it reads WebSocket
 * frames from the bytes as they come, answers Engine.IO's pings, and hands events on unparsed. Thousands of them
 * fit into one process beside the server that is measured, where thousands of stock clients do not.
 */
export type LightSocket = {
  /** Resolves when the server has let it in, and rejects when it does not. */
  readonly joined: Promise<void>
  /** Resolves when the connection is gone, whoever ended it. */
  readonly closed: Promise<void>
  end(): void
}

export type LightSocketOptions = {
  readonly port: number
  /** False for a server that speaks bare WebSocket: there is nothing to join then. */
  readonly speaksSocketIo: boolean
  readonly cookie?: string | undefined
  /**
   * Called for each event.
   *
   * @param packet `42["name",{…}]`; a view that is only good until the callback returns
   */
  readonly onEvent: (packet: Buffer) => void
}

/** All sockets read into the same buffer, one after the other. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const TEXT = 1
const CLOSE = 8
const [OPEN, PING, MESSAGE] = ['0', '2', '4'].map((digit) => digit.charCodeAt(0))
const [CONNECT, EVENT] = ['0', '2'].map((digit) => digit.charCodeAt(0))

export function openLightSocket({ port, speaksSocketIo, cookie, onEvent }: LightSocketOptions): LightSocket {
  const joined = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isUpgraded = false
  let rest = NOTHING

  function read(chunk: Buffer): void {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const used = isUpgraded ? readFrames(bytes) : readAnswer(bytes)
    rest = used === bytes.length ? NOTHING : Buffer.from(bytes.subarray(used))
  }

  function readAnswer(bytes: Buffer): number {
    const end = bytes.indexOf(END_OF_HEADERS)
    if (end < 0) return 0
    const status = bytes.toString('latin1', 0, bytes.indexOf('\r\n'))
    if (!status.includes(' 101 ')) {
      joined.reject(new Error(`refused: ${status}`))
      socket.destroy()
      return bytes.length
    }
    isUpgraded = true
    if (!speaksSocketIo) joined.resolve()
    const start = end + END_OF_HEADERS.length
    return start + readFrames(bytes.subarray(start))
  }

  /** Reads whole frames; answers with how many bytes they took. */
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
    else if (kind === PING) send(socket, '3')
    else if (kind === OPEN) send(socket, '40')
    else if (kind === MESSAGE && packet === CONNECT) joined.resolve()
    else joined.reject(new Error(`not let in: ${payload}`))
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
  // Who is only asked whether it is closed must not fall over a refusal.
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
function send(socket: Socket, text: string): void {
  socket.write(Buffer.concat([Buffer.from([0x80 | TEXT, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]))
}

/**
 * Opens many sockets, so many at a time that the server's queue of connections does not overflow.
 *
 * @throws where one is refused
 */
export async function openLightSockets(
  count: number,
  open: (index: number) => LightSocket,
): Promise<LightSocket[]> {
  const sockets: LightSocket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(AT_A_TIME, count - sockets.length) }, (_, index) =>
      open(sockets.length + index),
    )
    await Promise.all(batch.map(({ joined }) => joined))
    sockets.push(...batch)
  }
  return sockets
}

const AT_A_TIME = 100
