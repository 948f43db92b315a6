import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { Server, type ServerOptions } from 'engine.io'
import { type Connection, cutOff } from './wire.ts'

/**
 * A client that does not answer a farewell must not hold up the end of the gateway. One that polls hears it with its next
 * poll, for which Engine.IO waits 30 s; those that have gone would cost as much.
 */
const FAREWELL_MS = 1_000

/** The Engine.IO server under the hub, which keeps less for each connection and closes them all in time. */
export class HubEngine extends Server {
  constructor(options: ServerOptions) {
    super(options)
    this.on('connection', ({ transport }: Connection) => {
      if ('closeTimeout' in transport) transport.closeTimeout = FAREWELL_MS
    })
  }

  /**
   * Engine.IO makes an answer for each upgrade, for middleware that waits for its end; the answer listens to the
   * connection, and keeps the request, for as long as that lasts. There is no such middleware here.
   */
  override handleUpgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const before = stream.listeners('close')
    super.handleUpgrade(request, stream, head)
    for (const listener of stream.listeners('close')) {
      if (!before.includes(listener)) Reflect.apply(stream.off, stream, ['close', listener])
    }
  }

  /** Every connection, those that have not joined yet among them. */
  private connections(): Connection[] {
    return Object.values(this.clients)
  }

  /** Says farewell to every connection, and cuts off those that do not answer; resolves when all are gone. */
  async closeAll(): Promise<void> {
    const closed = this.connections().map(
      (connection) => new Promise((resolve) => connection.once('close', resolve)),
    )
    this.close()
    const timer = setTimeout(() => this.connections().forEach(cutOff), FAREWELL_MS)
    await Promise.all(closed)
    clearTimeout(timer)
  }
}
