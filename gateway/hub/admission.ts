import type { IncomingMessage } from 'node:http'
import type { BridgeEvent } from '@called-it/shared/contract/live'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { LiveSession } from './live-socket.ts'
import { networkOf, type Visitors } from './visitors.ts'

type Revocation = BridgeEvent<'session:revoked'>

/** A connection that was let in, with the request that it came by. */
type Connection = { readonly request: IncomingMessage }

/** Lets connections in, and knows whose they are. */
export type Admission = {
  /** Decides on a handshake, as Socket.IO's `allowRequest` asks. */
  decide(request: IncomingMessage, answer: (reason: string | null, isAllowed: boolean) => void): void
  /** Takes a connection over from its handshake, whose request, 4 kB of memory, is let go of. */
  follow(connection: Connection): void
  /** The network that a visitor came from, and forgets it; null for a fan, and when asked again. */
  takeNetworkOf(connection: Connection): string | null
  /** The session that the handshake's cookie named; null for a visitor. */
  sessionOf(connection: Connection): LiveSession | null
  /** Remembers an ending, for handshakes that have read their session but are not connected yet. */
  noteRevocation(revocation: Revocation): void
  /** What ended the handshake's session since it began; null where nothing did. */
  revocationOf(connection: Connection): Revocation | null
}

type Handshake = {
  readonly session: LiveSession | null
  /** Null for a fan. */
  readonly network: string | null
  readonly begunAt: number
}

/** No handshake takes longer; see `connectTimeout` of the hub. */
const LONGEST_HANDSHAKE_MS = 60_000

/** Whether the ending of sessions meets this one. */
export function isRevoked(session: LiveSession, revocation: Revocation): boolean {
  const { userId, sessionHash, exceptSessionHash } = revocation
  return (
    session.userId === userId &&
    (sessionHash === undefined || sessionHash === session.sessionHash) &&
    exceptSessionHash !== session.sessionHash
  )
}

/**
 * Opens the door of the hub. Pages of other sites are refused; the session is read once, here, so that
 * neither polling nor a client that joins again and again costs a query.
 *
 * @param isOpen false while the gateway cannot serve a connection, or is draining
 * @param readSession the session of a request's cookie, null for a visitor
 * @param addressOf the client's address, whatever proxies are in between
 */
export function openAdmission({
  publicUrl,
  isOpen,
  readSession,
  addressOf,
  visitors,
  clock,
  log,
}: {
  publicUrl: string
  isOpen: () => boolean
  readSession: (request: IncomingMessage) => Promise<LiveSession | null>
  addressOf: (request: IncomingMessage) => string
  visitors: Pick<Visitors, 'hasRoom'>
  clock: Clock
  log: Logger
}): Admission {
  const publicOrigin = new URL(publicUrl).origin
  const handshakes = new WeakMap<IncomingMessage | Connection, Handshake>()
  let revocations: { revocation: Revocation; at: number }[] = []

  async function admit(request: IncomingMessage): Promise<string | null> {
    if (isForeign(request, publicOrigin)) return 'foreign origin'
    if (!isOpen()) return 'not ready'
    const begunAt = clock.now()
    try {
      const session = await readSession(request)
      const network = session ? null : networkOf(addressOf(request))
      if (network !== null && !visitors.hasRoom(network)) return 'too many visitors'
      handshakes.set(request, { session, network, begunAt })
      return null
    } catch (error) {
      log.warn({ err: error }, 'the session of a live connection could not be read')
      return 'not ready'
    }
  }

  return {
    decide(request, answer) {
      void admit(request).then((refusal) => answer(refusal, refusal === null))
    },
    follow(connection) {
      const handshake = handshakes.get(connection.request)
      if (handshake) handshakes.set(connection, handshake)
      // Socket.IO does without: a client that joins anew on the same connection is known by the connection.
      Reflect.set(connection, 'request', null)
    },
    takeNetworkOf(connection) {
      const { session, network } = handshakes.get(connection) ?? {}
      // Nothing more is asked of a visitor's handshake, and most connections are visitors'.
      if (!session) handshakes.delete(connection)
      return network ?? null
    },
    sessionOf: (connection) => handshakes.get(connection)?.session ?? null,
    noteRevocation(revocation) {
      const now = clock.now()
      revocations = revocations.filter(({ at }) => now - at < LONGEST_HANDSHAKE_MS)
      revocations.push({ revocation, at: now })
    },
    revocationOf(connection) {
      const { session, begunAt = 0 } = handshakes.get(connection) ?? {}
      if (!session) return null
      const ending = revocations.find(({ revocation, at }) => at >= begunAt && isRevoked(session, revocation))
      return ending?.revocation ?? null
    },
  }
}

/** A client without an Origin is no browser, and carries nobody's cookies but its own. */
function isForeign({ headers }: IncomingMessage, publicOrigin: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined || origin === publicOrigin) return false
  return host === undefined || URL.parse(origin)?.host !== host
}
