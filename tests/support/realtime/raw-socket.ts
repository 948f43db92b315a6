import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** A WebSocket connection without a WebSocket library: tests see its bytes, and decide when it reads. */
export type RawSocket = {
  readonly stream: Duplex
  /** Sends text as one masked frame of up to 65,535 bytes. */
  send(text: string): void
  /** Sends bytes as one masked frame; opcode 1 is text, 2 binary. */
  sendFrame(opcode: number, payload: Buffer): void
}

/** Opens an Engine.IO connection that has not joined the Socket.IO namespace; without a cookie as a visitor. */
export async function openRawSocket(port: number, cookie?: string): Promise<RawSocket> {
  const upgrade = request({
    host: '127.0.0.1',
    port,
    path: '/socket.io/?EIO=4&transport=websocket',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...(cookie === undefined ? {} : { cookie }),
    },
  })
  upgrade.end()
  const [, stream, head]: [unknown, Duplex, Buffer] = await onUpgrade(upgrade)
  if (head.length > 0) stream.unshift(head)
  stream.on('error', () => undefined)

  function sendFrame(opcode: number, payload: Buffer): void {
    const isShort = payload.length < 126
    const header = Buffer.alloc(isShort ? 2 : 4)
    header[0] = 0x80 | opcode
    header[1] = 0x80 | (isShort ? payload.length : 126)
    if (!isShort) header.writeUInt16BE(payload.length, 2)
    // A mask of zeros leaves the payload as it is.
    stream.write(Buffer.concat([header, Buffer.alloc(4), payload]))
  }

  return { stream, sendFrame, send: (text) => sendFrame(1, Buffer.from(text)) }
}

function onUpgrade(upgrade: ReturnType<typeof request>): Promise<[unknown, Duplex, Buffer]> {
  return new Promise((resolve, reject) => {
    upgrade.once('upgrade', (response, stream, head) => resolve([response, stream, head]))
    upgrade.once('response', (response) => reject(new Error(`refused with ${response.statusCode}`)))
    upgrade.once('error', reject)
  })
}

/** Reads the next unmasked frame and nothing after it. */
export async function readFrame({
  stream,
}: Pick<RawSocket, 'stream'>): Promise<{ bytes: Buffer; text: string }> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const frame = frameAtStart(bytes)
    if (frame) {
      if (frame.end < bytes.length) stream.unshift(bytes.subarray(frame.end))
      return { bytes: bytes.subarray(0, frame.end), text: bytes.toString('utf8', frame.start, frame.end) }
    }
    bytes = Buffer.concat([bytes, await nextChunk(stream)])
  }
}

/** The bounds of the first frame's payload; null while the frame is incomplete. */
function frameAtStart(bytes: Buffer): { start: number; end: number } | null {
  if (bytes.length < 2) return null
  const short = bytes.readUInt8(1)
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return null
  const length = start === 2 ? short : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return bytes.length < start + length ? null : { start, end: start + length }
}

function nextChunk(stream: Duplex): Promise<Buffer> {
  return new Promise((resolve) => {
    stream.once('data', (chunk: Buffer) => {
      stream.pause()
      resolve(chunk)
    })
    stream.resume()
  })
}

export async function joinRaw(raw: RawSocket): Promise<void> {
  await readFrame(raw)
  raw.send('40')
  await readFrame(raw)
}
