import type { IncomingMessage } from 'node:http'
import type { PublishedEvent } from '@called-it/shared/contract/events'
import type { Logger } from 'pino'
import type { IsForeign } from '../auth/origin.ts'
import type { SocketSession } from '../auth/session.ts'
import { networkOf } from '../http/client-address.ts'
import type { Clock } from './clock.ts'
import type { Visitors } from './visitors.ts'

type Revocation = PublishedEvent<'session:revoked'>

type Handshake = {
  readonly session: SocketSession | null
  /** The network that a visitor is counted by; null for a user. */
  readonly network: string | null
  readonly startedAt: number
}

/** Accepts or rejects handshakes, and keeps what they established. */
export type Admission = {
  /** Socket.IO's `allowRequest`. */
  decide(request: IncomingMessage, done: (reason: string | null, isAllowed: boolean) => void): void
  handshakeOf(request: IncomingMessage): Handshake | null
  /** Remembers a revocation for handshakes that have read their session but are not connected yet. */
  noteRevocation(revocation: Revocation): void
  /** The revocation of the handshake's session since the handshake started. */
  revocationOf(handshake: Handshake): Revocation | null
}

/** Longer than any handshake takes: the socket server's join timeout is 10 s. */
const REVOCATION_KEPT_MS = 60_000

export function isRevoked(session: SocketSession, revocation: Revocation): boolean {
  const { userId, sessionHash, exceptSessionHash } = revocation
  return (
    session.userId === userId &&
    (sessionHash === undefined || sessionHash === session.sessionHash) &&
    exceptSessionHash !== session.sessionHash
  )
}

/**
 * Rejects handshakes from pages of other sites. The session is read once, here, so that neither polling nor a client
 * that joins repeatedly costs further queries.
 *
 * @param isOpen false while the gateway cannot serve a socket, or is draining
 * @param hasRoom false while the gateway has as many sockets as it may
 * @param addressOf the client's address behind any proxies
 */
export function openAdmission({
  isForeign,
  isOpen,
  hasRoom,
  readSession,
  addressOf,
  visitors,
  clock,
  log,
}: {
  isForeign: IsForeign
  isOpen: () => boolean
  hasRoom: () => boolean
  readSession: (request: IncomingMessage) => Promise<SocketSession | null>
  addressOf: (request: IncomingMessage) => string
  visitors: Pick<Visitors, 'hasRoom'>
  clock: Clock
  log: Logger
}): Admission {
  const handshakes = new WeakMap<IncomingMessage, Handshake>()
  let revocations: { revocation: Revocation; at: number }[] = []

  /** The reason to reject a request; null to accept it. */
  async function admit(request: IncomingMessage): Promise<string | null> {
    if (isForeign(request)) return 'foreign origin'
    if (!isOpen()) return 'not ready'
    if (!hasRoom()) return 'too many connections'
    const startedAt = clock.now()
    try {
      const session = await readSession(request)
      const network = session ? null : networkOf(addressOf(request))
      if (network !== null && !visitors.hasRoom(network)) return 'too many visitors'
      handshakes.set(request, { session, network, startedAt })
      return null
    } catch (error) {
      log.warn({ err: error }, 'the session of a live connection could not be read')
      return 'not ready'
    }
  }

  return {
    decide(request, done) {
      void admit(request).then((rejection) => done(rejection, rejection === null))
    },
    handshakeOf: (request) => handshakes.get(request) ?? null,
    noteRevocation(revocation) {
      const now = clock.now()
      revocations = revocations.filter(({ at }) => now - at < REVOCATION_KEPT_MS)
      revocations.push({ revocation, at: now })
    },
    revocationOf({ session, startedAt }) {
      if (!session) return null
      const found = revocations.find(
        ({ revocation, at }) => at >= startedAt && isRevoked(session, revocation),
      )
      return found?.revocation ?? null
    },
  }
}
