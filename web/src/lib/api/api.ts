import type {
  BodyInput,
  Endpoint,
  EndpointSchema,
  ParamsInput,
  QueryInput,
  ResponseBody,
} from '@called-it/shared/contract/endpoint'
import { errorBody, type Issue } from '@called-it/shared/contract/error-body'
import type { ErrorCode } from '@called-it/shared/contract/errors'
import type { z } from 'zod'
import { t } from '../words/texts.ts'
import { reauthenticate } from './reauthentication.ts'

/** Longer than the gateway waits for a run, so that a slow response does not count as a failure. */
const TIMEOUT_MS = 30_000
/** The largest image takes more than a minute from a slow phone. */
const UPLOAD_TIMEOUT_MS = 180_000

type PathParams<E extends Endpoint> = { [K in keyof ParamsInput<E>]: string | number }

type Given<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

type FileInput<E extends Endpoint> = E extends { upload: string } | { streamed: true } ? File : undefined

export type RequestInput<E extends Endpoint> = Given<
  'params',
  ParamsInput<E> extends undefined ? undefined : PathParams<E>
> &
  Given<'query', QueryInput<E>> &
  Given<'body', BodyInput<E>> &
  Given<'file', FileInput<E>> &
  Pick<LooseInput, 'signal' | 'keepalive' | 'headers'>

type RequestArguments<E extends Endpoint> =
  Record<never, never> extends RequestInput<E> ? [input?: RequestInput<E>] : [input: RequestInput<E>]

/** An endpoint that responds when its work is done, with a body. */
type DirectEndpoint = Endpoint & { accepted?: undefined; download?: undefined }
type RunEndpoint = Endpoint & { accepted: EndpointSchema }
type DownloadEndpoint = Endpoint & { download: string }

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** One of the contract's codes; null when the body has another shape. */
  readonly code: string | null
  /** With the wait in words where there were too many requests. */
  readonly serverMessage: string | null
  /** What the server asks to wait; null where it does not say. */
  readonly retryAfterSeconds: number | null
  /** The invalid fields; empty unless the status is 422. */
  readonly issues: readonly Issue[]

  constructor(status: number, statusText: string, bodyText: string, retryAfter: string | null = null) {
    super(`${status}: ${bodyText || statusText}`)
    const body = readErrorBody(bodyText)
    this.status = status
    this.code = body?.code ?? null
    this.retryAfterSeconds = Number(retryAfter) || null
    this.serverMessage = body ? withWait(body.message, status, this.retryAfterSeconds) : null
    this.issues = body?.issues ?? []
  }
}

function withWait(message: string, status: number, seconds: number | null): string {
  if (status !== 429) return message
  if (seconds === null) return t('words.wait-moment', { message })
  if (seconds < 60) return t('words.wait-seconds', { message, seconds })
  return t('words.wait-minutes', { message, minutes: Math.ceil(seconds / 60) })
}

/** A success whose body does not match the contract. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
  /** The path on this site that the request was redirected to, or null. */
  readonly redirectedTo: string | null

  constructor(message: string, redirectedTo: string | null = null) {
    super(message)
    this.redirectedTo = redirectedTo
  }
}

/** The server's message, or `fallback` when there was none (a network failure). */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

const UNAVAILABLE_STATUS: ReadonlySet<number> = new Set([502, 503, 504])
/** Another site failed while the server is fine. */
const FOREIGN_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  'source_failed',
  'source_malformed',
  'issuer_unavailable',
])

/** Whether the server was unreachable, timed out or reported itself unavailable. */
export function isServerUnavailable(error: unknown): boolean {
  if (error instanceof ApiError)
    return UNAVAILABLE_STATUS.has(error.status) && !FOREIGN_ERRORS.has(error.code ?? '')
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
}

/** Whether the server has refused for good. False for what may pass: network, overload, too many tries. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code
}

export function isAccessDenied(error: unknown): boolean {
  return hasCode(error, 'not_logged_in') || hasCode(error, 'not_allowed') || hasCode(error, 'rights_rest')
}

/**
 * Sends a request and returns its parsed body. Drops fields that the contract does not know, so that a newer server
 * works too. Where the fan must first prove who it is, it asks for that and then sends the request again.
 *
 * @throws ApiError when the status is not OK
 * @throws NotConfirmed when the fan does not prove it
 * @throws UnexpectedResponse when the body does not match the contract
 * @throws TypeError when the network fails, DOMException when aborted or after 30 s (3 min for an upload)
 */
export async function request<E extends DirectEndpoint>(
  endpoint: E,
  ...[input]: RequestArguments<E>
): Promise<ResponseBody<E>> {
  return parseBody<E['response']>(endpoint.response, await send(endpoint, input ?? {}))
}

export type RunResponse<E extends RunEndpoint> =
  | { finished: true; result: ResponseBody<E> }
  | { finished: false; accepted: z.output<E['accepted']> }

/** Sends a request that enqueues a run; throws as {@link request} does. */
export async function requestRun<E extends RunEndpoint>(
  endpoint: E,
  input: RequestInput<E>,
): Promise<RunResponse<E>> {
  const reply = await send(endpoint, input)
  if (reply.status === 202)
    return { finished: false, accepted: parseBody<E['accepted']>(endpoint.accepted, reply) }
  return { finished: true, result: parseBody<E['response']>(endpoint.response, reply) }
}

export type Download = { fileName: string | null; read: () => Promise<Blob> }

/**
 * Resolves once the file begins to arrive; `read` rejects when it does not arrive completely. There is no time limit.
 *
 * @throws as {@link request} does
 */
export async function openDownload(endpoint: DownloadEndpoint, params?: object): Promise<Download> {
  const url = urlOf(endpoint.path, { params })
  const response = await confirmed(() => fetchOk(url, { method: endpoint.method }))
  const [, fileName] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { fileName: fileName ?? null, read: () => response.blob() }
}

/** The body, or null when the status is 401: for reads that a visitor can do without. */
export async function nullWhenLoggedOut<Body>(body: Promise<Body>): Promise<Body | null> {
  try {
    return await body
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
  /** Also when the page goes meanwhile. */
  keepalive?: boolean | undefined
  headers?: Readonly<Record<string, string>> | undefined
}
type Reply = { status: number; body: unknown; redirectedTo: string | null }

async function send(endpoint: Endpoint, input: LooseInput): Promise<Reply> {
  const response = await confirmed(() => {
    const timeout = AbortSignal.timeout(input.file ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
    return fetchOk(urlOf(endpoint.path, input), {
      method: endpoint.method,
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      keepalive: input.keepalive === true,
      ...bodyOf(endpoint, input),
    })
  })
  return { status: response.status, body: await readBody(response), redirectedTo: redirectPath(response) }
}

/** Sends it once more where the fan must prove who it is, and did. */
async function confirmed(fetchOnce: () => Promise<Response>): Promise<Response> {
  try {
    return await fetchOnce()
  } catch (error) {
    if (!hasCode(error, 'reauthentication_required')) throw error
    await reauthenticate()
    return fetchOnce()
  }
}

async function fetchOk(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'include', ...init })
  if (!response.ok) {
    const { status, statusText, headers } = response
    throw new ApiError(status, statusText, await response.text(), headers.get('retry-after'))
  }
  return response
}

/** An upload sets no content type: the browser's own names the multipart boundary. */
function bodyOf(
  { upload, streamed }: Endpoint,
  { body, file, headers }: LooseInput,
): Pick<RequestInit, 'body' | 'headers'> {
  const own = headers && { headers }
  if (upload && file) {
    const form = new FormData()
    form.set(upload, file)
    return { body: form, ...own }
  }
  if (streamed && file)
    return { body: file, headers: { ...headers, 'content-type': 'application/octet-stream' } }
  if (body === undefined) return { ...own }
  return { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
}

function redirectPath({ redirected, url }: Response): string | null {
  if (!redirected) return null
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}

async function readBody(response: Response): Promise<unknown> {
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.text()
}

function urlOf(path: string, { params, query }: LooseInput): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** @throws UnexpectedResponse when it does not match the contract */
export function parseBody<S extends EndpointSchema>(schema: S, reply: Omit<Reply, 'status'>): z.output<S> {
  const parsed = schema.safeParse(reply.body)
  if (!parsed.success) throw new UnexpectedResponse(parsed.error.message, reply.redirectedTo)
  return parsed.data
}

function readErrorBody(text: string) {
  try {
    return errorBody.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
