import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type WireRequest = {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array | null
}

export type WireResponse = { readonly status: number; readonly type: string; readonly body: Buffer }

/** Sends requests one after the other on a kept connection, without the corrections that `fetch` makes. */
export function openRequestSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)

  function send({ method, path, headers, body }: WireRequest): Promise<WireResponse> {
    // Node sends no length for a GET, whose body would then be read as another request.
    const length = body === null || 'transfer-encoding' in headers ? {} : { 'content-length': body.length }
    return new Promise((resolve, reject) => {
      const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } }
      const sent = request(options, (response) => {
        const { statusCode: status = 0, headers: received } = response
        const type = received['content-type'] ?? ''
        buffer(response).then((bytes) => resolve({ status, type, body: bytes }), reject)
      })
      // Has no effect after a response: the gateway may refuse a request before its body is complete.
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
  }

  return { send, close: () => agent.destroy() }
}

export type RequestSender = ReturnType<typeof openRequestSender>
