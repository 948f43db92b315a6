import { Duplex } from 'node:stream'
import type { EventSocket } from './event-socket.ts'
import type { OutgoingEvent } from './outgoing-event.ts'

/**
 * The only file that knows how Socket.IO writes. `io.emit` encodes and frames for each socket; here an event is encoded
 * and framed once, and the same bytes are written to every WebSocket. A test compares them with the bytes of `io.emit`.
 * Anything but an open WebSocket is written to by Engine.IO.
 */

type EncodedEvent = {
  readonly packet: string
  /** The WebSocket frame of the Engine.IO message with the packet. */
  readonly frame: Buffer
}

/** Events for one write to many sockets. */
type EncodedEvents = {
  readonly events: readonly EncodedEvent[]
  readonly frames: Buffer
}

const SOCKET_IO_EVENT = '2'
const ENGINE_IO_MESSAGE = '4'

export function encodeEvent({ name, event }: OutgoingEvent): EncodedEvent {
  const packet = `${SOCKET_IO_EVENT}${JSON.stringify([name, event])}`
  return { packet, frame: textFrame(ENGINE_IO_MESSAGE + packet) }
}

export function encodeEvents(events: readonly OutgoingEvent[]): EncodedEvents {
  const encoded = events.map(encodeEvent)
  return { events: encoded, frames: Buffer.concat(encoded.map(({ frame }) => frame)) }
}

/** An unmasked WebSocket text frame (RFC 6455, 5.2). */
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

/** A WebSocket of the package `ws`. `_socket` is private there, so its presence is checked. */
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
export type Connection = EventSocket['conn']
type Transport = Connection['transport']

function rawWebSocketOf(transport: Transport): RawWebSocket | null {
  const candidate: unknown = transport.name === 'websocket' ? Reflect.get(transport, 'socket') : null
  return isRawWebSocket(candidate) ? candidate : null
}

/** Engine.IO's private queue of packets while the transport is busy or between two polls. */
type Queueing = { readonly writeBuffer: readonly unknown[] }

function isQueueing(value: unknown): value is Queueing {
  return typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'writeBuffer'))
}

function packetLength(packet: unknown): number {
  const data: unknown = typeof packet === 'object' && packet !== null ? Reflect.get(packet, 'data') : null
  return typeof data === 'string' ? data.length : 0
}

/**
 * Writes to one socket. The objects that a write needs are looked up once: memory that is touched for every socket is
 * most of what an event costs beside the system calls.
 */
export class SocketWriter {
  readonly socket: EventSocket
  readonly #connection: Connection
  /** The same connection, where its queue is found. */
  readonly #queueing: Queueing | null
  #transport: Transport
  #webSocket: RawWebSocket | null = null
  #stream: Duplex | null = null

  constructor(socket: EventSocket) {
    const connection: unknown = socket.conn
    this.socket = socket
    this.#connection = socket.conn
    this.#queueing = isQueueing(connection) ? connection : null
    this.#transport = socket.conn.transport
    this.#useTransport(this.#transport)
  }

  #useTransport(transport: Transport): void {
    this.#transport = transport
    this.#webSocket = rawWebSocketOf(transport)
    this.#stream = this.#webSocket?._socket ?? null
  }

  /** The transport changes when a polling client upgrades to a WebSocket. */
  #refreshTransport(): void {
    const { transport } = this.#connection
    if (transport !== this.#transport) this.#useTransport(transport)
  }

  /** Roughly the bytes that wait in this process for the client to read. */
  bufferedBytes(): number {
    this.#refreshTransport()
    const inStream = this.#stream?.writableLength ?? 0
    const queue = this.#queueing?.writeBuffer ?? []
    if (queue.length === 0) return inStream
    return queue.reduce((sum: number, packet) => sum + packetLength(packet), inStream)
  }

  write({ events, frames }: EncodedEvents): void {
    if (!this.socket.connected) return
    this.#refreshTransport()
    // Packets in Engine.IO's queue must not be overtaken.
    if (this.#webSocket?.readyState === OPEN && this.#queueing?.writeBuffer.length === 0)
      this.#stream?.write(frames)
    else for (const { packet } of events) this.#connection.write(packet)
  }
}

const writers = new WeakMap<EventSocket, SocketWriter>()

export function writerOf(socket: EventSocket): SocketWriter {
  const known = writers.get(socket)
  if (known) return known
  const writer = new SocketWriter(socket)
  writers.set(socket, writer)
  return writer
}

/** Ends a connection at once, without a close frame that would wait behind a full buffer. */
export function cutOff(connection: Connection): void {
  const webSocket = rawWebSocketOf(connection.transport)
  if (webSocket) webSocket.terminate()
  else connection.close(true)
}
