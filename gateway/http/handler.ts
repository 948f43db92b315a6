import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
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
import type { Language } from '@called-it/shared/languages/formats'
import type { DeviceNames } from '../auth/device-names.ts'
import type { Proof, WayIn } from '../auth/passport.ts'

export type KnownSession = {
  readonly sessionId: string
  /** When the user logged in, in milliseconds since 1970. */
  readonly loggedInAt: number
  /** When the user last proved who it is: at the login, or since. */
  readonly confirmedAt: number
  /** Whether it did so with a passkey, in this session. */
  readonly hasUsedPasskey: boolean
  readonly hasChangedPassword: boolean
  /** Null until it has subscribed a device to pushes. */
  readonly deviceKey: string | null
}

export type EndedSession = { readonly userId: number; readonly sessionHash: string }

export type RequestSession = {
  /** The user of the credentials in the body; null if they are wrong. */
  checkCredentials(): Promise<User | 'not verified' | null>
  /** The id of the browser where the user of this address has logged in in it before; else null. */
  recogniseBrowser(email: string): Promise<string | null>
  /**
   * Returns the user with the rights of the session, and the sessions that the login has ended: the one that it
   * replaced, and the oldest of too many.
   *
   * @param proof absent where the credentials in the body were checked
   */
  logIn(
    user: User,
    proof?: Proof,
  ): Promise<{
    user: User
    by: WayIn
    replaced: EndedSession | null
    oldest: EndedSession[]
    device: DeviceNames
  }>
  /** Of the browser that sent the request. */
  nameDevice(): DeviceNames
  /** Of the registration that this browser has made, until the next login or logout. */
  readonly registrationToken: string | null
  keepRegistrationToken(token: string): void
  /** Of the login link that this browser has asked for, as long. */
  readonly linkToken: string | null
  keepLinkToken(token: string): void
  /** Of the sign-in at an issuer that this browser began last; it is forgotten. */
  takeIssuerToken(): string | null
  keepIssuerToken(token: string): void
  /** The session of the cookie; null if there is none. */
  readonly known: KnownSession | null
  /** Sends the cookie of the new id that the session was given. */
  writeCookie(sessionId: string): void
  /**
   * Whether the browser has sent back the cookie of its last try, which is then deleted. If not, it gets one with the
   * attributes that a session's has.
   */
  tryCookie(isSecure: boolean): boolean
  /** Null if there was no session. */
  logOut(): Promise<EndedSession | null>
}

/** Not read for endpoints that are open to visitors, unless their response depends on it. */
type UserOf<E extends Endpoint> = E extends { readonly personal: true }
  ? User | null
  : E['access'] extends 'visitor' | 'setup'
    ? null
    : User

/** A request as its handler sees it: validated and authorized. */
export type EndpointRequest<E extends Endpoint> = {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly upload: E extends { readonly upload: string } ? Buffer : undefined
  readonly stream: E extends { readonly streamed: true } ? Readable : undefined
  readonly user: UserOf<E>
  readonly session: RequestSession
  readonly requestId: string
  readonly address: string
  /** For what proxies have said; everything else is beside it. */
  readonly incoming: IncomingMessage
  /** By `languageOf`. */
  readonly language: Language
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** A 202 response: the work is enqueued and not done yet. */
export class Accepted<Run> {
  readonly body: Run

  constructor(body: Run) {
    this.body = body
  }
}

type DownloadDetails = {
  /** Of a file that is revalidated; another one is not stored. */
  etag?: string
  /** In bytes, where it is known before. */
  length?: number
}

/** A file, generated only as fast as the client reads it. */
export class Download {
  readonly fileName: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly details: DownloadDetails

  /** @param fileName letters, digits, dots and hyphens */
  constructor(fileName: string, bytes: AsyncIterable<Uint8Array>, details: DownloadDetails = {}) {
    this.details = details
    this.fileName = fileName
    this.bytes = bytes
  }
}

/** What is sent as a response: a row may have a date where the response has its ISO text. */
export type Serializable<Body> = unknown extends Body
  ? Body
  : Body extends string
    ? string extends Body
      ? Body | Date
      : Body
    : { readonly [Field in keyof Body]: Serializable<Body[Field]> }

type HandlerResult<E extends Endpoint> =
  | (E extends { readonly download: string } ? Download : Serializable<ResponseBody<E>>)
  | (AcceptedBody<E> extends undefined ? never : Accepted<AcceptedBody<E>>)

/** @throws ApiError for every foreseen error */
export type Handler<E extends Endpoint> = (request: EndpointRequest<E>) => Promise<HandlerResult<E>>

export type Handlers = { readonly [Name in EndpointName]: Handler<Endpoints[Name]> }
