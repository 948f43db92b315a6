// @vitest-environment node
import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ERRORS } from '@called-it/shared/contract/errors'
import { leaderboardEndpoints } from '@called-it/shared/contract/leaderboards'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { siteEndpoints } from '@called-it/shared/contract/site'
import { describe, expect, test, vi } from 'vitest'
import {
  ApiError,
  hasCode,
  nullWhenLoggedOut,
  request,
  requestRun,
  serverMessage,
  UnexpectedResponse,
} from './api.ts'

const config = { testModeEnabled: true, siteOverlayEnabled: false, version: 4 }

function respondWith(response: Response) {
  const fetch = vi.fn(async (_address: string, _init: RequestInit) => response)
  vi.stubGlobal('fetch', fetch)
  return () => fetch.mock.lastCall ?? ['', {}]
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('the request succeeded'),
    (error: unknown) => error,
  )
}

describe('API client', () => {
  test('fills the path, writes the query and sends credentials', async () => {
    const sent = respondWith(
      Response.json({ leaderboard: [], total: 0, next: null, version: 1, tourName: 'Spring' }),
    )
    await request(leaderboardEndpoints.getTourLeaderboard, { params: { tourId: 7 }, query: { after: 'a b' } })
    const [address, init] = sent()
    expect(address).toBe('/api/tours/7/leaderboard?after=a+b')
    expect(init).toMatchObject({ method: 'GET', credentials: 'include' })
    expect(init).not.toHaveProperty('body')
  })

  test.each([
    ['30', 'Too many tries. Please try again in 30 seconds.'],
    ['61', 'Too many tries. Please try again in 2 minutes.'],
    [null, 'Too many tries. Please wait a moment.'],
  ])('says after a 429 how long to wait: %s', async (retryAfter, message) => {
    const reason = english(ERRORS.too_many_requests.text)
    const headers: Record<string, string> = retryAfter ? { 'retry-after': retryAfter } : {}
    respondWith(Response.json({ message: reason, code: 'too_many_requests' }, { status: 429, headers }))
    const error = await failureOf(request(siteEndpoints.getSite))
    expect(serverMessage(error, 'else')).toBe(message)
  })

  test('escapes what stands in a path', async () => {
    const sent = respondWith(Response.json({ message: 'ok' }))
    await request(accountEndpoints.verifyEmail, { params: { token: '../me?x' } })
    expect(sent()[0]).toBe('/api/auth/verify-email/..%2Fme%3Fx')
  })

  test('sends a body as JSON and drops fields that the contract does not know', async () => {
    const changed = { ...config, registration: { mode: 'open', is_fixed: false } }
    const sent = respondWith(Response.json({ config: { ...changed, addedLater: 1 }, alsoLater: true }))
    expect(await request(siteEndpoints.changeConfig, { body: { config } })).toEqual({ config: changed })
    expect(sent()[1]).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ config }),
      headers: { 'content-type': 'application/json' },
    })
  })

  test("sends a file under its field, with the browser's content type", async () => {
    const user = {
      id: 7,
      email: 'a@b.c',
      display_name: 'Ann',
      avatar_path: null,
      is_admin: false,
      is_live_operator: false,
      shows_picks: true,
    }
    const sent = respondWith(
      Response.json({ ...user, email_verified: true, created_at: '2026-01-01T00:00:00Z' }),
    )
    const file = new File(['pixels'], 'me.png', { type: 'image/png' })
    await request(accountEndpoints.uploadAvatar, { file })
    const [address, init] = sent()
    expect(address).toBe('/api/auth/avatar')
    expect(init).toMatchObject({ method: 'POST', credentials: 'include' })
    expect(init).not.toHaveProperty('headers')
    expect(init.body).toBeInstanceOf(FormData)
    expect(init.body instanceof FormData && [...init.body]).toEqual([['avatar', file]])
  })

  test('accepts exactly the input that the endpoint describes', () => {
    const file = new File([], 'me.png')
    const misuses = [
      // @ts-expect-error: an upload needs its file
      () => request(accountEndpoints.uploadAvatar),
      // @ts-expect-error: an upload has no body
      () => request(accountEndpoints.uploadAvatar, { file, body: {} }),
      // @ts-expect-error: text is no file
      () => request(accountEndpoints.uploadAvatar, { file: 'me.png' }),
      // @ts-expect-error: no other endpoint takes a file
      () => request(accountEndpoints.logout, { file }),
      // @ts-expect-error: nor one with a body
      () => request(accountEndpoints.updateProfile, { body: { display_name: 'Ann' }, file }),
    ]
    expect(misuses).toHaveLength(5)
  })

  test('names the redirect in the error for an unexpected response', async () => {
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    const led = { redirected: { value: true }, url: { value: 'https://site.example/login?verified=true' } }
    respondWith(Object.defineProperties(page, led))
    const error = await failureOf(request(accountEndpoints.verifyEmail, { params: { token: 'abc' } }))
    expect(error).toBeInstanceOf(UnexpectedResponse)
    expect(error).toMatchObject({ redirectedTo: '/login?verified=true' })
  })

  test('puts status, body and contract fields into the error', async () => {
    const body = {
      message: 'Some fields are not valid.',
      code: 'invalid',
      issues: [{ path: 'email', message: 'no' }],
    }
    respondWith(Response.json(body, { status: 422 }))
    const error = await failureOf(request(siteEndpoints.getSite))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `422: ${JSON.stringify(body)}`,
      status: 422,
      code: 'invalid',
      serverMessage: 'Some fields are not valid.',
      issues: [{ path: 'email', message: 'no' }],
    })
    expect(hasCode(error, 'invalid')).toBe(true)
    expect(serverMessage(error, 'other')).toBe('Some fields are not valid.')
  })

  test('keeps the text of an error that is not JSON, or its status text', async () => {
    respondWith(new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    const withText = await failureOf(request(siteEndpoints.getSite))
    expect(withText).toMatchObject({ message: '502: <html>', code: null, serverMessage: null, issues: [] })
    expect(serverMessage(withText, 'Login failed')).toBe('Login failed')
    respondWith(new Response('', { status: 503, statusText: 'Service Unavailable' }))
    expect(await failureOf(request(siteEndpoints.getSite))).toMatchObject({
      message: '503: Service Unavailable',
    })
  })

  test('throws for a response that does not match the contract', async () => {
    respondWith(Response.json({ config: { testModeEnabled: 'yes' } }))
    expect(await failureOf(request(siteEndpoints.getConfig))).toBeInstanceOf(UnexpectedResponse)
    respondWith(new Response('a page of a proxy', { headers: { 'content-type': 'text/html' } }))
    expect(await failureOf(request(siteEndpoints.getConfig))).toBeInstanceOf(UnexpectedResponse)
  })

  test('separates finished runs from accepted ones', async () => {
    const input = { params: { showId: 3 }, body: { fetchSetlist: true } }
    respondWith(Response.json({ processed: 12, errors: 0 }))
    expect(await requestRun(scoringEndpoints.scoreShow, input)).toEqual({
      finished: true,
      result: { processed: 12, errors: 0 },
    })
    respondWith(Response.json({ runId: 9, status: 'queued' }, { status: 202 }))
    expect(await requestRun(scoringEndpoints.scoreShow, input)).toEqual({
      finished: false,
      accepted: { runId: 9, status: 'queued' },
    })
  })

  test('turns a 401 into null, and no other failure', async () => {
    respondWith(Response.json({ message: 'no', code: 'not_logged_in' }, { status: 401 }))
    expect(await nullWhenLoggedOut(request(currentUserEndpoints.getCurrentUser))).toBeNull()
    respondWith(Response.json({ message: 'no', code: 'not_allowed' }, { status: 403 }))
    expect(await failureOf(nullWhenLoggedOut(request(currentUserEndpoints.getCurrentUser)))).toMatchObject({
      status: 403,
    })
  })
})
