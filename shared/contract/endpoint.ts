import type { z } from 'zod'

/** Who may make a call: `visitor` is everyone, `fan` needs a login, `admin` needs the admin's right. */
export type Access = 'visitor' | 'fan' | 'admin'

/**
 * One call of the HTTP interface: the single description that the gateway routes and validates by,
 * the web client types its requests by, and the OpenAPI document is made from.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Express notation: `/api/shows/:showId`. */
  readonly path: `/api/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The field under which one file is sent, as multipart/form-data; such a call has no `body`. */
  readonly upload?: string
  /** The body of the 200 answer; `z.never()` for calls with a `download`. */
  readonly response: z.ZodType
  /** The content type of the file that the 200 answer is, which browsers save instead of showing it. */
  readonly download?: string
  /** The body of the 202 answer, for calls that order long work. */
  readonly accepted?: z.ZodType
}

/** Keeps the literal types of a call's description while checking its shape. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}

type InputOf<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.input<S> : undefined
type OutputOf<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined

/** What a caller passes, before parsing; `undefined` where the call takes none. */
export type ParamsInput<E extends Endpoint> = InputOf<E, 'params'>
export type QueryInput<E extends Endpoint> = InputOf<E, 'query'>
export type BodyInput<E extends Endpoint> = InputOf<E, 'body'>

/** What a handler receives, after parsing. */
export type Params<E extends Endpoint> = OutputOf<E, 'params'>
export type Query<E extends Endpoint> = OutputOf<E, 'query'>
export type Body<E extends Endpoint> = OutputOf<E, 'body'>

/** What a handler returns, and what the client gets back. */
export type ResponseBody<E extends Endpoint> = z.output<E['response']>
export type AcceptedBody<E extends Endpoint> = OutputOf<E, 'accepted'>
