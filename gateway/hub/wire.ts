import { Duplex } from 'node:stream'
import type { Telling } from './audience.ts'
import type { LiveSocket } from './live-socket.ts'

/**
 * The one file that knows how Socket.IO writes. Its own way to a room costs most of its time for each socket;
 * here an event is encoded and framed once, and the same bytes are written to every WebSocket. A test holds
 * them against the bytes of `io.emit`. Whatever is no plain open WebSocket is written to in the ordinary way.
 */

/** An event in the two shapes that it is written in. */
type EncodedEvent = {
  /** The Socket.IO packet: for the ordinary way, which frames it. */
  readonly packet: string
  /** The WebSocket frame of the Engine.IO message with the packet. */
  readonly frame: Buffer
}

/** Events that are written together. */
export type EncodedEvents = {
  readonly events: readonly EncodedEvent[]
  /** The frames of all of them. */
  readonly frames: Buffer
}

/** Socket.IO's digit for an event, Engine.IO's for a message. */
const EVENT = '2'
const MESSAGE = '4'

export function encodeEvent({ name, event }: Telling): EncodedEvent {
  const packet = `${EVENT}${JSON.stringify([name, event])}`
  return { packet, frame: textFrame(MESSAGE + packet) }
}

/** Encodes what is told to many sockets in one write. */
export function encodeEvents(tellings: readonly Telling[]): EncodedEvents {
  const events = tellings.map(encodeEvent)
  return { events, frames: Buffer.concat(events.map(({ frame }) => frame)) }
}

/** A whole WebSocket text message in one frame, unmasked, as a server sends it (RFC 6455, 5.2). */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = 0x81
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}

/** A WebSocket of the package `ws`; `_socket` is private to it, so that it is looked for and not relied on. */
type RawWebSocket = {
  readonly readyState: number
  readonly _socket: Duplex
  terminate(): void
}

const OPEN = 1

function isRawWebSocket(value: unknown): value is RawWebSocket {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'readyState') === 'number' &&
    typeof Reflect.get(value, 'terminate') === 'function' &&
    Reflect.get(value, '_socket') instanceof Duplex
  )
}

/** The Engine.IO connection under a socket. */
export type Connection = LiveSocket['conn']
type Transport = Connection['transport']

function rawWebSocketOf(transport: Transport): RawWebSocket | null {
  const candidate: unknown = transport.name === 'websocket' ? Reflect.get(transport, 'socket') : null
  return isRawWebSocket(candidate) ? candidate : null
}

/** What Engine.IO keeps back while its transport is busy or between two polls is private to it as well. */
type Queueing = { readonly writeBuffer: readonly unknown[] }

function isQueueing(value: unknown): value is Queueing {
  return typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'writeBuffer'))
}

function packetLength(packet: unknown): number {
  const data: unknown = typeof packet === 'object' && packet !== null ? Reflect.get(packet, 'data') : null
  return typeof data === 'string' ? data.length : 0
}

/**
 * The way to one socket, with what a write asks for within reach: found once, not for each event. Memory that is
 * touched for every socket is most of what an event costs beside the system's calls.
 */
export class Line {
  readonly socket: LiveSocket
  readonly #connection: Connection
  /** The connection once more, where it shows its queue. */
  readonly #queueing: Queueing | null
  #transport: Transport
  #raw: RawWebSocket | null = null
  /** What the WebSocket writes to. */
  #stream: Duplex | null = null

  constructor(socket: LiveSocket) {
    const connection: unknown = socket.conn
    this.socket = socket
    this.#connection = socket.conn
    this.#queueing = isQueueing(connection) ? connection : null
    this.#transport = socket.conn.transport
    this.#lookUnder(this.#transport)
  }

  #lookUnder(transport: Transport): void {
    this.#transport = transport
    this.#raw = rawWebSocketOf(transport)
    this.#stream = this.#raw?._socket ?? null
  }

  /** A transport changes when a client that began with polling upgrades. */
  #follow(): void {
    const { transport } = this.#connection
    if (transport !== this.#transport) this.#lookUnder(transport)
  }

  /** The bytes, about, that the client has yet to read, as far as they wait in this process. */
  waitingBytes(): number {
    this.#follow()
    const inStream = this.#stream?.writableLength ?? 0
    const queue = this.#queueing?.writeBuffer ?? []
    if (queue.length === 0) return inStream
    return queue.reduce((sum: number, packet) => sum + packetLength(packet), inStream)
  }

  /** Writes events to the socket; one that has gone hears nothing. */
  write({ events, frames }: EncodedEvents): void {
    if (!this.socket.connected) return
    this.#follow()
    // What waits in Engine.IO's queue must not be overtaken.
    if (this.#raw?.readyState === OPEN && this.#queueing?.writeBuffer.length === 0)
      this.#stream?.write(frames)
    else for (const { packet } of events) this.#connection.write(packet)
  }
}

const lines = new WeakMap<LiveSocket, Line>()

/** The line to a socket; always the same one. */
export function lineTo(socket: LiveSocket): Line {
  const known = lines.get(socket)
  if (known) return known
  const line = new Line(socket)
  lines.set(socket, line)
  return line
}

/** Ends a connection at once, without a farewell that would wait behind a full buffer or for an answer. */
export function cutOff(connection: Connection): void {
  const raw = rawWebSocketOf(connection.transport)
  if (raw) raw.terminate()
  else connection.close(true)
}
