import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request as it goes over the wire: nothing of it is put right on the way, as fetch does. */
export type WireRequest = {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | null
}

export type WireAnswer = {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

export type RequestSender = {
  send(request: WireRequest): Promise<WireAnswer>
  /** Closes the connections that were kept. */
  close(): void
}

/** Sends requests to a gateway one after the other, over one connection as long as that is left open. */
export function openRequestSender(url: string): RequestSender {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)

  function send({ method, path, headers, body }: WireRequest): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      const options = {
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...lengthOf(headers, body), ...headers },
      }
      const sent = request(options, (response) => {
        const { statusCode = 0, headers: told } = response
        buffer(response).then(
          (answer) => resolve({ status: statusCode, type: told['content-type'] ?? '', body: answer }),
          reject,
        )
      })
      // Once an answer has come this changes nothing: whoever is refused may not be let finish.
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
  }

  return { send, close: () => agent.destroy() }
}

/** Node leaves it out where a GET has a body, whose bytes would be taken for another request. */
function lengthOf(headers: OutgoingHttpHeaders, body: Uint8Array | null): OutgoingHttpHeaders {
  return body === null || 'transfer-encoding' in headers ? {} : { 'content-length': body.length }
}
