import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { ERRORS, type ErrorCode, type Issue } from '@called-it/shared/contract/errors'
import { READINESS_PATH } from '@called-it/shared/contract/served-page'
import { vi } from 'vitest'
import type { z } from 'zod'

/** What a fake answers with: the body of a 200, a 202, or one of the contract's errors. */
type FakeAnswer<E extends Endpoint> =
  | { ok: z.input<E['response']> }
  | { accepted: E extends { accepted: infer S extends z.ZodType } ? z.input<S> : never }
  | { error: ErrorCode; message?: string; issues?: Issue[] }

/** A request as a fake sees it: what the path and the query hold, and the parsed body, of a form its fields. */
export type FakeRequest = { params: Record<string, string>; query: URLSearchParams; body: unknown }

type FakeRoute = { endpoint: Endpoint; answer: (request: FakeRequest) => unknown }

/**
 * One call of the contract with its answer, checked against the endpoint's schema, so that a fake cannot
 * drift from the wire. A function is asked anew for each request, and may be async.
 */
export function fake<E extends Endpoint>(
  endpoint: E,
  answer: FakeAnswer<E> | ((request: FakeRequest) => FakeAnswer<E> | Promise<FakeAnswer<E>>),
): FakeRoute {
  return { endpoint, answer: typeof answer === 'function' ? answer : () => answer }
}

/**
 * Puts a server of these calls in the place of the network until the test ends. Calls that it does not
 * have fail as a dead network would. Returns the requests that were made, as `POST /api/auth/login`.
 */
export function fakeApi(...routes: FakeRoute[]): string[] {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit): Promise<Response> => {
    const url = new URL(input, 'http://fake.invalid')
    const method = init?.method ?? 'GET'
    requests.push(`${method} ${url.pathname}${url.search}`)
    init?.signal?.throwIfAborted()
    for (const { endpoint, answer } of routes) {
      const params = endpoint.method === method ? matchPath(endpoint.path, url.pathname) : null
      if (!params) continue
      const request = { params, query: url.searchParams, body: readContent(init?.body) }
      return respond(endpoint, await answer(request))
    }
    throw new TypeError(`no fake for ${method} ${url.pathname}`)
  })
  return requests
}

/** Lets the server of {@link fakeApi} say whether it can do its work; without this nobody hears that. */
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

function respond(endpoint: Endpoint, answer: unknown): Response {
  if (isObject(answer) && 'ok' in answer) return Response.json(endpoint.response.parse(answer.ok))
  if (isObject(answer) && 'accepted' in answer && endpoint.accepted) {
    return Response.json(endpoint.accepted.parse(answer.accepted), { status: 202 })
  }
  if (isObject(answer) && isErrorCode(answer.error)) {
    const { status, message } = ERRORS[answer.error]
    return Response.json({ message, ...answer, code: answer.error }, { status })
  }
  throw new TypeError(`a fake of ${endpoint.path} answered with neither ok, accepted nor error`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code)
}
