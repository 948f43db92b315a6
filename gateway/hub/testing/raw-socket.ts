import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** A WebSocket connection without a WebSocket library: it sees the very bytes, and reads only when it wants. */
export type RawSocket = {
  readonly stream: Duplex
  /** Sends text as one masked frame; up to 65,535 bytes. */
  send(text: string): void
  /** Sends any bytes as one masked frame of a kind: 1 is text, 2 binary. */
  sendFrame(opcode: number, payload: Buffer): void
}

/** Opens a connection to a hub and asks for the Engine.IO session, but does not join yet. */
export async function openRawSocket(port: number): Promise<RawSocket> {
  const upgrade = request({
    host: '127.0.0.1',
    port,
    path: '/socket.io/?EIO=4&transport=websocket',
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
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

/** Reads until so many bytes have come. */
export async function readBytes(stream: Duplex, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: unknown = stream.read(count)
    if (Buffer.isBuffer(bytes)) return bytes
    await once(stream, 'readable')
  }
}

/** Reads one unmasked frame; answers with all its bytes and the text in it. */
export async function readFrame(stream: Duplex): Promise<{ bytes: Buffer; text: string }> {
  const start = await readBytes(stream, 2)
  const short = start.readUInt8(1)
  const extended =
    short === 126 ? await readBytes(stream, 2) : short === 127 ? await readBytes(stream, 8) : null
  const length =
    extended === null
      ? short
      : extended.length === 2
        ? extended.readUInt16BE()
        : Number(extended.readBigUInt64BE())
  const payload = length === 0 ? Buffer.alloc(0) : await readBytes(stream, length)
  return { bytes: Buffer.concat([start, extended ?? Buffer.alloc(0), payload]), text: payload.toString() }
}

/** Joins as a page does, and reads the answers. */
export async function joinRaw(raw: RawSocket): Promise<void> {
  await readFrame(raw.stream)
  raw.send('40')
  await readFrame(raw.stream)
}
