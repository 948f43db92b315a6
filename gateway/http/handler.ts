import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type {
  AcceptedBody,
  Body,
  Endpoint,
  Params,
  Query,
  ResponseBody,
} from '@called-it/shared/contract/endpoint'
import type { EndpointName, Endpoints } from '@called-it/shared/contract/endpoints'

/** A session that a call came with. */
export type KnownSession = {
  readonly sessionId: string
  /** When the caller gave their password to log in, in milliseconds since 1970. */
  readonly loggedInAt: number
}

/** What a handler can do with the caller's session. */
export type CallSession = {
  /** The user whose credentials the body holds; null where they do not belong together. */
  checkCredentials(): Promise<User | null>
  logIn(user: User): Promise<void>
  /** The session as it is known by its cookie; null where there is none. */
  readonly known: KnownSession | null
  /** Answers whose session it was, with the session's hash, or null where there was none. */
  logOut(): Promise<{ userId: number; sessionHash: string } | null>
}

/** A call as its handler sees it: read, validated, and known to be allowed. */
export type Call<E extends Endpoint> = {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  /** The file that was sent; calls that take none have none. */
  readonly upload: E extends { readonly upload: string } ? Buffer : undefined
  /** Who is logged in; calls that are open to visitors do not ask. */
  readonly user: E['access'] extends 'visitor' ? null : User
  readonly session: CallSession
  readonly requestId: string
  /** The network address that the call came from. */
  readonly address: string
  /** Aborts when the caller is gone and nobody waits for the answer. */
  readonly signal: AbortSignal
}

/** A 202 answer: the work is ordered and not done yet. */
export class Accepted<Order> {
  readonly order: Order

  constructor(order: Order) {
    this.order = order
  }
}

/** An answer that is a file, sent while it is made: no more of it is asked for than the caller takes. */
export class Download {
  readonly fileName: string
  readonly bytes: AsyncIterable<Uint8Array>

  /** @param fileName under which it is saved; letters, digits, dots and hyphens */
  constructor(fileName: string, bytes: AsyncIterable<Uint8Array>) {
    this.fileName = fileName
    this.bytes = bytes
  }
}

type Answer<E extends Endpoint> =
  | (E extends { readonly download: string } ? Download : ResponseBody<E>)
  | (AcceptedBody<E> extends undefined ? never : Accepted<AcceptedBody<E>>)

/** Carries a call out and resolves to its body, or to the file that it answers with. An error is thrown as a CallError. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>

/** One handler for each call of the contract. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Endpoints[Name]> }
