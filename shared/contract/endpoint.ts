import type { z } from 'zod'

/**
 * `visitor`: everybody; `fan`: logged in; `operator`: live operators and admins; `admin`: with admin rights; `setup`: who has
 * the setup code, while there is no admin.
 */
export type Access = 'visitor' | 'fan' | 'operator' | 'admin' | 'setup'

/** Has the code at endpoints for `setup`. */
export const SETUP_HEADER = 'x-setup-code'

/** Days. `fields`: only these of the response; a program may rely on the rest. */
export type Deprecation = {
  readonly since: string
  /** From then on a release may leave it out. */
  readonly sunset: string
  readonly fields?: readonly string[] | undefined
}

/** What is called of a schema: comparing every one with all methods of `z.ZodType` took most of the compiler's time. */
export interface EndpointSchema extends z.core.$ZodType {
  parse(value: unknown): z.core.output<this>
  safeParse(value: unknown): z.ZodSafeParseResult<z.core.output<this>>
}

type ObjectSchema = EndpointSchema & z.core.$ZodObject & Pick<z.ZodObject, 'shape'>

/** The gateway routes and validates by it, the client types requests by it, and OpenAPI is generated from it. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Express notation: `/api/shows/:showId`. */
  readonly path: `/api/${string}`
  readonly access: Access
  /** A GET for visitors whose response depends on the user: the session is read, and the response not stored. */
  readonly personal?: true
  /** A GET that changes something: HEAD, which mail scanners send, is refused. */
  readonly refusesHead?: true
  /**
   * A GET that a key reads: what is public of the game, and the game data of the key's user. It changes nothing, and
   * enqueues only what any visitor may.
   */
  readonly forKeys?: true
  /** 403 `reauthentication_required` unless the user has proven who it is within the last minutes. */
  readonly needsFreshLogin?: true
  /** A POST without a body that mail providers send with a form: the form is not read. */
  readonly ignoresForm?: true
  readonly summary: string
  /** A later release leaves it out: responses say so. */
  readonly deprecation?: Deprecation
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: EndpointSchema
  /** The field of one file, sent as multipart/form-data instead of a `body`. */
  readonly upload?: string
  /** A body of any length in place of a `body`: `application/octet-stream`, which the handler reads as it arrives. */
  readonly streamed?: true
  /** The body of the 200 response; `z.never()` with a `download`. */
  readonly response: EndpointSchema
  /** The content type of the file that the 200 response is. */
  readonly download?: string
  /** The body of the 202 response of endpoints that enqueue a run. */
  readonly accepted?: EndpointSchema
}

/** Checks the shape and keeps the literal types. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type InputOf<E, K extends string> =
  E extends Record<K, infer S extends z.core.$ZodType> ? z.input<S> : undefined
type OutputOf<E, K extends string> =
  E extends Record<K, infer S extends z.core.$ZodType> ? z.output<S> : undefined

/** What a client passes, before parsing; undefined when the endpoint has none. */
export type ParamsInput<E extends Endpoint> = InputOf<E, 'params'>
export type QueryInput<E extends Endpoint> = InputOf<E, 'query'>
export type BodyInput<E extends Endpoint> = InputOf<E, 'body'>

/** What a handler receives, after parsing. */
export type Params<E extends Endpoint> = OutputOf<E, 'params'>
export type Query<E extends Endpoint> = OutputOf<E, 'query'>
export type Body<E extends Endpoint> = OutputOf<E, 'body'>

export type ResponseBody<E extends Endpoint> = z.output<E['response']>
export type AcceptedBody<E extends Endpoint> = OutputOf<E, 'accepted'>
