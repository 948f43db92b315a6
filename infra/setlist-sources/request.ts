import { SetlistSourceError, type SetlistSourceErrorKind } from './source.ts'

/**
 * The largest real response, a list of all shows, has 2 MB, and the slowest takes a few seconds. Four
 * attempts outlast a restart of the site and end within a minute.
 */
export const REQUEST_LIMITS = {
  /** Of one attempt, up to the last byte. */
  timeoutMs: 10_000,
  /** Of one response, after decompression. */
  maxBytes: 8_000_000,
  attempts: 4,
  /** Before the second attempt; it doubles from there. */
  firstWaitMs: 1_000,
  /** A longer `Retry-After` ends the attempts. */
  maxWaitMs: 15_000,
} as const

/** Replaced in tests. */
export interface RequestClock {
  now(): number
  wait(ms: number): Promise<void>
  timeout(ms: number): AbortSignal
  random(): number
}

export const systemClock: RequestClock = {
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  timeout: (ms) => AbortSignal.timeout(ms),
  random: Math.random,
}

export interface RequestParts {
  readonly site: string
  /** Resolves when one request may be sent; awaited before every attempt. */
  readonly permit: () => Promise<void>
  /** May hold a key. */
  readonly headers?: Readonly<Record<string, string>>
  readonly clock?: RequestClock
  /** When it aborts, no answer is waited for any longer; each request has one attempt. For tests of a source. */
  readonly until?: AbortSignal | undefined
}

export type SiteParts = Pick<RequestParts, 'permit' | 'clock' | 'until'>

/**
 * @param url may hold a key: no error repeats it
 * @param subject for error messages: `the setlist of show 12 (2025-02-01)`
 * @throws SetlistSourceError when no attempt returned valid JSON
 */
export type RequestJson = (url: URL, subject: string) => Promise<unknown>

/**
 * All requests to sources: a permit before each attempt, a time and a size limit, and retries with
 * exponential backoff and jitter after a broken connection, an incomplete response, a time-out, a 429 or a
 * 5xx. `Retry-After` is honoured.
 */
export function createRequestJson(parts: RequestParts): RequestJson {
  const { site, permit, headers = {}, clock = systemClock, until } = parts
  return async (url, subject) => {
    for (let attempt = 1; ; attempt += 1) {
      await permit()
      const outcome = await attemptJson(url, headers, clock, until)
      if (outcome.kind === 'response') return outcome.body
      const waitMs = until ? null : waitAfter(outcome, attempt, clock)
      if (waitMs === null) {
        const retryAfter = Math.ceil((outcome.retryAfterMs ?? 0) / 1000)
        throw new SetlistSourceError(outcome.kind, `${site}, ${subject}: ${outcome.reason}`, { retryAfter })
      }
      await clock.wait(waitMs)
    }
  }
}

interface Failure {
  readonly kind: SetlistSourceErrorKind
  readonly reason: string
  readonly mayPass: boolean
  readonly retryAfterMs?: number
}

type Outcome = { readonly kind: 'response'; readonly body: unknown } | Failure

function waitAfter(failure: Failure, attempt: number, clock: RequestClock): number | null {
  const { attempts, firstWaitMs, maxWaitMs } = REQUEST_LIMITS
  const asked = failure.retryAfterMs ?? 0
  if (!failure.mayPass || attempt >= attempts || asked > maxWaitMs) return null
  const backoff = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs)
  return Math.max(asked, backoff * (0.5 + clock.random() / 2))
}

async function attemptJson(
  url: URL,
  headers: Readonly<Record<string, string>>,
  clock: RequestClock,
  until?: AbortSignal,
): Promise<Outcome> {
  const { timeoutMs, maxBytes } = REQUEST_LIMITS
  const timeout = clock.timeout(timeoutMs)
  const signal = until ? AbortSignal.any([timeout, until]) : timeout
  let hasBegun = false
  try {
    // Redirects are not followed: one could send the key in the address to another host.
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: { accept: 'application/json', ...headers },
    })
    hasBegun = true
    if (!response.ok) {
      await response.body?.cancel()
      return failureOfStatus(response, clock)
    }
    const body = await readBody(response, maxBytes)
    if (body !== null) return parseBody(body)
    return { kind: 'too-large', reason: `the response is larger than ${maxBytes} bytes`, mayPass: false }
  } catch (error) {
    if (signal.aborted) {
      return { kind: 'timeout', reason: `no complete response within ${timeoutMs / 1000} s`, mayPass: true }
    }
    const reason = hasBegun ? 'the response broke off' : 'no connection'
    return { kind: 'unreachable', reason: `${reason} (${codeOf(error)})`, mayPass: true }
  }
}

function parseBody(body: string): Outcome {
  try {
    return { kind: 'response', body: JSON.parse(body) }
  } catch {
    const isPage = /^\s*</.test(body)
    if (isPage) return { kind: 'page', reason: 'the response is HTML, not JSON', mayPass: false }
    return { kind: 'malformed', reason: 'the response is only half there, or not JSON', mayPass: true }
  }
}

/** Error codes only, since messages may hold the address with the key. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'no code'
}

function failureOfStatus(response: Response, clock: RequestClock): Failure {
  const { status } = response
  const kind = kindOfStatus(status)
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), clock)
  const wait = retryAfterMs > 0 ? `, and asks to wait ${Math.ceil(retryAfterMs / 1000)} s` : ''
  const reason = `the site responded with ${status}${MEANINGS[kind] ?? ''}${wait}`
  return { kind, reason, mayPass: status >= 500 || status === 408 || status === 429, retryAfterMs }
}

const MEANINGS: { readonly [Kind in SetlistSourceErrorKind]?: string } = {
  unauthorized: ', as to a wrong key',
  limited: ', too many requests',
  missing: ', not found',
  moved: ', a redirect',
}

function kindOfStatus(status: number): SetlistSourceErrorKind {
  if (status >= 500) return 'unreachable'
  if (status < 400) return 'moved'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'missing'
  return status === 429 ? 'limited' : 'refused'
}

/** Seconds or a date, as milliseconds; anything else is null. */
function parseRetryAfter(header: string | null, clock: RequestClock): number {
  if (header === null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}

/** Null when the body is too large; the rest is not read. */
async function readBody(response: Response, maxBytes: number): Promise<string | null> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel()
    return null
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
