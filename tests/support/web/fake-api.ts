import { english } from '@called-it/languages/texts'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import type { Issue } from '@called-it/shared/contract/error-body'
import { ERRORS, type ErrorCode } from '@called-it/shared/contract/errors'
import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import { vi } from 'vitest'
import type { z } from 'zod'

/** The body of a 200, of a 202, or one of the contract's errors. */
type FakeResponse<E extends Endpoint> =
  | { ok: z.input<E['response']> }
  | { accepted: E extends { accepted: infer S extends z.core.$ZodType } ? z.input<S> : never }
  | { error: ErrorCode; message?: string; issues?: Issue[]; retryAfter?: number }

/** `body` is parsed; of a form it has the fields. */
export type FakeRequest = { params: Record<string, string>; query: URLSearchParams; body: unknown }

export type FakeRoute = {
  endpoint: Endpoint
  respond: (request: FakeRequest) => unknown
  bodies: unknown[]
}

/** Parsed with the endpoint's schema, so that it cannot differ from the contract. A function runs for each request. */
export function fake<E extends Endpoint>(
  endpoint: E,
  response: FakeResponse<E> | ((request: FakeRequest) => FakeResponse<E> | Promise<FakeResponse<E>>),
): FakeRoute {
  return { endpoint, respond: typeof response === 'function' ? response : () => response, bodies: [] }
}

export function failOnce<E extends Endpoint>(
  endpoint: E,
  response: FakeResponse<E>,
  error: ErrorCode = 'internal',
): FakeRoute {
  let failures = 1
  return fake(endpoint, () => (failures-- > 0 ? { error } : response))
}

export function neverRespond(endpoint: Endpoint): FakeRoute {
  return fake(endpoint, () => new Promise<never>(() => {}))
}

/** Until the test ends; other requests fail like a dead network. Returns requests as in `POST /api/auth/login`. */
export function fakeApi(...routes: FakeRoute[]): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(input, 'http://fake.invalid')
    const method = init?.method ?? 'GET'
    requests.push(`${method} ${url.pathname}${url.search}`)
    init?.signal?.throwIfAborted()
    for (const { endpoint, respond, bodies } of routes) {
      const params = endpoint.method === method ? matchPath(endpoint.path, url.pathname) : null
      if (!params) continue
      const request = { params, query: url.searchParams, body: readContent(init?.body) }
      bodies.push(request.body)
      return toResponse(endpoint, await respond(request))
    }
    throw new TypeError(`no fake for ${method} ${url.pathname}`)
  })
  return requests
}

/** Adds the readiness endpoint to {@link fakeApi}. */
export function fakeReadiness(isReady: () => boolean): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    input === READINESS_PATH ? new Response(null, { status: isReady() ? 200 : 503 }) : fetch(input, init),
  )
}

function readContent(content: RequestInit['body']): unknown {
  if (content instanceof FormData) return Object.fromEntries(content)
  return typeof content === 'string' ? JSON.parse(content) : undefined
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const source = pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${source}$`).exec(path)
  return match && { ...match.groups }
}

function toResponse(endpoint: Endpoint, response: unknown): Response {
  if (isObject(response) && 'ok' in response) return Response.json(endpoint.response.parse(response.ok))
  if (isObject(response) && 'accepted' in response && endpoint.accepted) {
    return Response.json(endpoint.accepted.parse(response.accepted), { status: 202 })
  }
  if (isObject(response) && isErrorCode(response.error)) {
    const { status, text } = ERRORS[response.error]
    const headers = response.retryAfter ? { 'retry-after': String(response.retryAfter) } : {}
    return Response.json({ message: english(text), ...response, code: response.error }, { status, headers })
  }
  throw new TypeError(`a fake of ${endpoint.path} returned neither ok, accepted nor error`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}
