import type {
  BodyInput,
  Endpoint,
  ParamsInput,
  QueryInput,
  ResponseBody,
} from '@called-it/shared/contract/endpoint'
import { type ErrorCode, errorBody, type Issue } from '@called-it/shared/contract/errors'
import type { z } from 'zod'

/** Longer than the gateway waits for ordered work, so that a slow answer is not mistaken for none. */
const TIMEOUT_MS = 30_000
/** A picture of the largest size takes more than a minute from a slow phone. */
const UPLOAD_TIMEOUT_MS = 180_000

type PathParams<E extends Endpoint> = { [K in keyof ParamsInput<E>]: string | number }

type Given<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

type FileInput<E extends Endpoint> = E extends { upload: string } ? File : undefined

/** What a call takes: exactly the parts that its endpoint describes, and a signal that ends it. */
export type CallInput<E extends Endpoint> = Given<
  'params',
  ParamsInput<E> extends undefined ? undefined : PathParams<E>
> &
  Given<'query', QueryInput<E>> &
  Given<'body', BodyInput<E>> &
  Given<'file', FileInput<E>> & { signal?: AbortSignal | undefined }

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** An endpoint whose work is done when it answers, with a body. */
type DirectEndpoint = Endpoint & { accepted?: undefined; download?: undefined }
/** An endpoint that orders long work. */
type OrderingEndpoint = Endpoint & { accepted: z.ZodType }

/** A call that was answered with anything but success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** One of the contract's codes, or `null` where the answer was not in the contract's shape. */
  readonly code: string | null
  /** The server's sentence for people, or `null` where it gave none. */
  readonly serverMessage: string | null
  /** What is wrong with which field; empty unless the status is 422. */
  readonly issues: readonly Issue[]

  constructor(status: number, statusText: string, bodyText: string) {
    super(`${status}: ${bodyText || statusText}`)
    const body = readErrorBody(bodyText)
    this.status = status
    this.code = body?.code ?? null
    this.serverMessage = body?.message ?? null
    this.issues = body?.issues ?? []
  }
}

/** A success whose body is not what the contract promises. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
  /** The page of this site that the call was redirected to, or `null` where it was not. */
  readonly redirectedTo: string | null

  constructor(message: string, redirectedTo: string | null = null) {
    super(message)
    this.redirectedTo = redirectedTo
  }
}

/** What the server said about a failure, or `fallback` where it said nothing (a dead network, say). */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

/** What the server, or the proxy before it, answers while it cannot do its work, and will again. */
const AWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504])
/** The data site was away, and the server well. */
const SOURCE_AWAY: ErrorCode = 'source_failed'

/** Whether the server is away for now: it gave no answer, none in time, or said so. */
export function isAway(error: unknown): boolean {
  if (error instanceof ApiError) return AWAY_STATUS.has(error.status) && error.code !== SOURCE_AWAY
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
}

/** Whether an error is the server's answer with this code of the contract. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}

/** Whether a call failed because whoever made it is not logged in, or has no right to it. */
export function isRefused(error: unknown): boolean {
  return hasCode(error, 'not_logged_in') || hasCode(error, 'not_allowed')
}

/**
 * Makes a call of the contract and returns its parsed body. Fields that the contract does not know are
 * dropped, so that a newer server can be talked to.
 *
 * @throws ApiError when the answer is not OK
 * @throws UnexpectedAnswer when an OK answer does not fit the contract
 * @throws TypeError when the network fails, DOMException when the call is aborted or takes over 30 s (with a file, 3
 *   minutes)
 */
export async function call<E extends DirectEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ResponseBody<E>> {
  return parseAnswer<E['response']>(endpoint.response, await send(endpoint, input ?? {}))
}

/** How an order for long work was answered: done in time, or accepted and to be followed by its run. */
export type OrderAnswer<E extends OrderingEndpoint> =
  | { finished: true; result: ResponseBody<E> }
  | { finished: false; order: z.output<E['accepted']> }

/** Makes a call that orders long work; errors as in {@link call}. */
export async function order<E extends OrderingEndpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<OrderAnswer<E>> {
  const answer = await send(endpoint, input ?? {})
  if (answer.status === 202)
    return { finished: false, order: parseAnswer<E['accepted']>(endpoint.accepted, answer) }
  return { finished: true, result: parseAnswer<E['response']>(endpoint.response, answer) }
}

/** The answer, or null where it was 401: for reads that have nothing to show to a visitor. */
export async function nullWhenLoggedOut<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

type LooseInput = {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
  file?: File | undefined
  signal?: AbortSignal | undefined
}
type Answer = { status: number; body: unknown; redirectedTo: string | null }

async function send(endpoint: Endpoint, input: LooseInput): Promise<Answer> {
  const timeout = AbortSignal.timeout(endpoint.upload ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
  const response = await fetch(addressOf(endpoint.path, input), {
    method: endpoint.method,
    credentials: 'include',
    signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    ...contentOf(endpoint, input),
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return { status: response.status, body: await readBody(response), redirectedTo: redirectionOf(response) }
}

/** A file goes without a content type of ours: the browser's names the boundary between the parts. */
function contentOf({ upload }: Endpoint, { body, file }: LooseInput): Pick<RequestInit, 'body' | 'headers'> {
  if (upload && file) {
    const form = new FormData()
    form.set(upload, file)
    return { body: form }
  }
  if (body === undefined) return {}
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** Where the browser has followed the answer to; another site's answer it does not hand out. */
function redirectionOf({ redirected, url }: Response): string | null {
  if (!redirected) return null
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}

async function readBody(response: Response): Promise<unknown> {
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.text()
}

function addressOf(path: string, { params, query }: LooseInput): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

function parseAnswer<S extends z.ZodType>(schema: S, answer: Answer): z.output<S> {
  const parsed = schema.safeParse(answer.body)
  if (!parsed.success) throw new UnexpectedAnswer(parsed.error.message, answer.redirectedTo)
  return parsed.data
}

function readErrorBody(text: string) {
  try {
    return errorBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
