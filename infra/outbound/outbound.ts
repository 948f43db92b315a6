import { type LookupAddress, lookup as lookUpByDns } from 'node:dns'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress } from './public-address.ts'

const DEFAULT_TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
export const MAX_KEPT_CONNECTIONS = 10
const MAX_IDLE_MS = 60_000

export type OutboundRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  /** Limits the complete request with its response. */
  readonly timeoutMs?: number
  /** Whether the connection is kept for the next request to the host, which has `MAX_KEPT_CONNECTIONS`. */
  readonly isKept?: boolean
}

export type OutboundResponse = {
  /** Redirects are not followed: theirs is 3xx. */
  readonly status: number
  /** The header. */
  readonly retryAfter?: string | undefined
}

export type Resolve = (
  host: string,
  options: { readonly all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export type OutboundOptions = {
  /** Each `host` or `host:port`: they may have any address. */
  readonly allow: readonly string[]
  readonly ca?: string
  readonly resolve?: Resolve
}

export type Outbound = { send(request: OutboundRequest): Promise<OutboundResponse> }

/** POST requests over HTTPS to addresses that users chose, if they are on the public Internet. */
export function openOutbound({ allow, ca, resolve = lookUpByDns }: OutboundOptions): Outbound {
  const kept = new Agent({ keepAlive: true, maxSockets: MAX_KEPT_CONNECTIONS, timeout: MAX_IDLE_MS })
  return {
    async send({ url: text, headers, body, timeoutMs = DEFAULT_TIMEOUT_MS, isKept = false }) {
      const url = parseUrl(text)
      const isAllowed = refuseLiteral(url, allow)
      const lookup = lookupOf(resolve, isAllowed ? () => true : isPublicAddress)
      const ended = AbortSignal.timeout(timeoutMs)
      return await post(url, { headers, body, lookup, ca, ended, agent: isKept && kept })
    },
  }
}

/**
 * For somebody who enters an address: each request checks it again.
 *
 * @throws OutboundError `address-malformed`, `address-refused`, `name-unknown`
 */
export async function checkAddress(
  text: string,
  { allow, resolve = lookUpByDns }: Pick<OutboundOptions, 'allow' | 'resolve'>,
): Promise<void> {
  const url = parseUrl(text)
  if (refuseLiteral(url, allow) || isIP(hostOf(url)) !== 0) return
  await new Promise<void>((settle, fail) => {
    lookupOf(resolve, isPublicAddress)(hostOf(url), { all: true }, (error) => {
      if (error === null) settle()
      else fail(error)
    })
  })
}

/** @returns whether the host may have any address */
function refuseLiteral(url: URL, allow: readonly string[]): boolean {
  const isAllowed = allow.includes(url.hostname) || allow.includes(`${url.hostname}:${url.port || '443'}`)
  // No lookup is made for a literal address.
  if (!isAllowed && isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url))) throw refused()
  return isAllowed
}

/** Without the brackets of IPv6. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:') {
    throw new OutboundError('address-malformed', 'the address does not begin with https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('address-malformed', 'the address has a user name or a password')
  }
  return url
}

function refused(): OutboundError {
  return new OutboundError('address-refused', 'the address is not on the public Internet')
}

/** The addresses that it gives are those which are connected to, so none can change after its check. */
function lookupOf(resolve: Resolve, isGood: (address: string) => boolean): LookupFunction {
  return (host, options, done) => {
    resolve(host, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        done(new OutboundError('name-unknown', 'the host has no address'), '')
      } else if (!addresses.every(({ address }) => isGood(address))) {
        done(refused(), '')
      } else if (options.all === true) {
        done(null, addresses)
      } else {
        done(null, first.address, first.family)
      }
    })
  }
}

type Post = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly lookup: LookupFunction
  readonly ca: string | undefined
  readonly ended: AbortSignal
  /** False: a connection of its own. One that is kept may end while the request is sent, which looks like a failure. */
  readonly agent: Agent | false
}

function post(url: URL, given: Post): Promise<OutboundResponse> {
  const { headers, body, lookup, ca, ended, agent } = given
  return new Promise((settle, fail) => {
    let isSent = false
    let hasResponse = false
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      signal: ended,
      ...(ca === undefined ? {} : { ca }),
    })
    outgoing.on('finish', () => {
      isSent = true
    })
    outgoing.on('error', (error) => {
      if (hasResponse) return
      if (error instanceof OutboundError) fail(error)
      else if (ended.aborted) fail(new OutboundError('timed-out', 'no response came in time'))
      else if (outgoing.reusedSocket) settle(post(url, { ...given, agent: false }))
      else if (isSent) fail(new OutboundError('response-lost', 'the connection ended before a response'))
      else fail(new OutboundError('not-reached', 'no secure connection was made'))
    })
    outgoing.on('response', (response) => {
      hasResponse = true
      settle({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_RESPONSE_BYTES) response.destroy()
      })
      // The status has come: how the body ends does not matter.
      response.on('error', () => undefined)
    })
    outgoing.end(body)
  })
}
