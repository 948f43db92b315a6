import { createServer } from 'node:https'
import { cert, key } from '../../fixtures/loopback-certificate.ts'
import { listenOnLoopback, stopServer } from '../loopback-server.ts'

export type ReceivedDelivery = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export type WebhookReceiver = {
  /** As `localhost:1234`. */
  readonly host: string
  readonly cert: string
  readonly received: ReceivedDelivery[]
  /** From now on, once it has the body of a request; 200 at first. */
  respond(status: number | (() => Promise<number>)): void
  stop(): Promise<void>
}

/** Another site, which gets webhooks over HTTPS. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedDelivery[] = []
  let status: number | (() => Promise<number>) = 200
  const server = createServer({ key, cert }, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.[0] ?? '']),
    )
    received.push({ path: request.url ?? '', headers, body })
    response.writeHead(typeof status === 'number' ? status : await status()).end()
  })
  return {
    host: `localhost:${await listenOnLoopback(server)}`,
    cert,
    received,
    respond(next) {
      status = next
    },
    stop: () => stopServer(server),
  }
}
