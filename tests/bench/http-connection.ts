import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type HttpResponse = {
  readonly status: number
  /** Status line and headers, in lower case. */
  readonly head: string
  /** Only of errors, and empty for a chunked one. */
  readonly body: string
}

const HEAD_END = '\r\n\r\n'
const LENGTH = /^content-length: *(\d+)/m
const CHUNKED = /^transfer-encoding: *chunked/m
const CLOSES = /^connection: *close/m
const SUCCESS = 200

/**
 * A kept-alive HTTP connection with one request at a time, which reads no more of a response than it has to: Node's own
 * client takes more CPU than the servers here, and a server that waits for its client is charged with what it does
 * meanwhile.
 */
export class HttpConnection {
  readonly #url: URL
  readonly #timeoutMs: number
  #socket: Socket | null = null

  constructor(url: URL, { timeoutMs = 30_000 }: { timeoutMs?: number } = {}) {
    this.#url = url
    this.#timeoutMs = timeoutMs
  }

  /** Connects where it is not connected yet, or not any more. */
  async open(): Promise<Socket> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket
    const socket = connect({ port: Number(this.#url.port), host: this.#url.hostname, noDelay: true })
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.setTimeout(this.#timeoutMs, () => socket.destroy())
    await once(socket, 'connect')
    return socket
  }

  /** @throws Error where the connection breaks, or the response does not come in time */
  async request({ method, path, headers = {}, body = '' }: HttpRequest): Promise<HttpResponse> {
    const socket = await this.open()
    const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) }
    const lines = Object.entries({ Host: this.#url.host, ...headers, ...length })
    const head = [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)]
    const response = readResponse(socket)
    socket.write(`${head.join('\r\n')}${HEAD_END}${body}`)
    return response
  }

  end(): void {
    this.#socket?.destroy()
  }
}

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function readResponse(socket: Socket): Promise<HttpResponse> {
  let text = ''
  let head: string | null = null
  let isWhole: (chunk: Buffer) => boolean = () => false
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error('the connection was closed before the response was whole'))
    const onData = (chunk: Buffer) => {
      let part = chunk
      if (head === null) {
        const seen = text.length
        text += chunk.toString('latin1')
        const end = text.indexOf(HEAD_END)
        if (end < 0) return
        head = text.slice(0, end).toLowerCase()
        part = chunk.subarray(end + HEAD_END.length - seen)
        text = ''
        isWhole = bodyReader(head)
      }
      const status = Number(head.slice(9, 12))
      if (status !== SUCCESS) text += part.toString('utf8')
      if (!isWhole(part)) return
      socket.off('data', onData).off('close', onClose)
      if (CLOSES.test(head)) socket.destroy()
      resolve({ status, head, body: text })
    }
    socket.on('data', onData).once('close', onClose)
  })
}

/** Says of each part of a body whether it is the last; a body without a length ends with the connection. */
function bodyReader(head: string): (part: Buffer) => boolean {
  if (CHUNKED.test(head)) return chunkReader()
  let left = Number(LENGTH.exec(head)?.[1] ?? Number.NaN)
  return (part) => {
    left -= part.length
    return left <= 0
  }
}

function chunkReader(): (part: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  return (part) => {
    rest = Buffer.concat([rest, part])
    for (;;) {
      const lineEnd = rest.indexOf('\r\n')
      if (lineEnd < 0) return false
      const size = Number.parseInt(rest.toString('latin1', 0, lineEnd), 16)
      const chunkEnd = lineEnd + 2 + size + 2
      if (rest.length < chunkEnd) return false
      if (size === 0) return true
      rest = rest.subarray(chunkEnd)
    }
  }
}
