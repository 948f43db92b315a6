import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import {
  createTestClock,
  startTestSite,
  type TestClock,
} from '@called-it/tests/support/setlist-sources/test-site'
import { describe, expect, test } from 'vitest'
import { createRequestJson, REQUEST_LIMITS } from './request.ts'
import { SetlistSourceError } from './source.ts'

const SUBJECT = 'the setlist of show 12 (2026-01-30)'

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

/** The site uses these listeners in turn, and the last one for ever. */
async function ask(listeners: readonly RequestListener[], clock: TestClock = createTestClock()) {
  const events: string[] = []
  const site = await startTestSite((request, response) => {
    const requests = events.filter((event) => event === 'request').length
    events.push('request')
    listeners[Math.min(requests, listeners.length - 1)]?.(request, response)
  })
  const requestJson = createRequestJson({
    site: 'setlists.example',
    permit: async () => void events.push('permit'),
    clock,
  })
  const outcome = await requestJson(new URL(`${site.url}/setlists?apikey=s3cret`), SUBJECT).then(
    (body) => ({ body, error: null }),
    (error: unknown) => ({ body: null, error }),
  )
  return { ...outcome, events, waits: clock.waits }
}

function expectFailure(error: unknown, kind: SetlistSourceError['kind'], reason: string | RegExp): void {
  expect(error).toBeInstanceOf(SetlistSourceError)
  expect(error).toMatchObject({ kind })
  const message = error instanceof Error ? error.message : ''
  expect(message.startsWith(`setlists.example, ${SUBJECT}: `)).toBe(true)
  expect(message.slice(message.indexOf(': ') + 2)).toMatch(reason)
  expect(message).not.toContain('s3cret')
}

test('returns a valid response at once', async () => {
  const { body, events } = await ask([(_, response) => sendJson(response, { data: [1] })])
  expect(body).toEqual({ data: [1] })
  expect(events).toEqual(['permit', 'request'])
})

describe('retry', () => {
  const down: RequestListener = (_, response) => response.writeHead(500).end('oops')
  const good: RequestListener = (_, response) => sendJson(response, { data: [] })

  test('follows a server error after a permit and a doubled wait', async () => {
    const { body, events, waits } = await ask([down, down, good])
    expect(body).toEqual({ data: [] })
    expect(events).toEqual(['permit', 'request', 'permit', 'request', 'permit', 'request'])
    expect(waits).toEqual([500, 1000])
  })

  test('adds jitter up to the full wait', async () => {
    const { waits } = await ask([down, good], { ...createTestClock(), random: () => 0.5 })
    expect(waits).toEqual([750])
  })

  test('waits for Retry-After until a date', async () => {
    const busy: RequestListener = (_, response) =>
      response.writeHead(503, { 'retry-after': 'Sat, 31 Jan 2026 12:00:09 GMT' }).end()
    const { waits } = await ask([busy, good])
    expect(waits).toEqual([9000])
  })

  test.each([
    [400, 'refused', ''],
    [401, 'unauthorized', ', as to a wrong key'],
    [403, 'unauthorized', ', as to a wrong key'],
    [404, 'missing', ', not found'],
  ] as const)('stops after a %i', async (status, kind, meaning) => {
    const { error, events } = await ask([(_, response) => response.writeHead(status).end('{}')])
    expectFailure(error, kind, new RegExp(`^the site responded with ${status}${meaning}$`))
    expect(events).toEqual(['permit', 'request'])
  })
})

describe('invalid response', () => {
  test.each(['{"data": [{"showid": 1', ''])('fails on the body %j', async (body) => {
    const { error, events } = await ask([(_, response) => void response.end(body)])
    expectFailure(error, 'malformed', /^the response is only half there, or not JSON$/)
    expect(events.filter((event) => event === 'request')).toHaveLength(REQUEST_LIMITS.attempts)
  })

  test('fails on a redirect and does not follow it', async () => {
    let followed = 0
    const elsewhere = await startTestSite((_, response) => {
      followed += 1
      sendJson(response, {})
    })
    const { error } = await ask([
      (_, response) => void response.writeHead(302, { location: elsewhere.url }).end(),
    ])
    expectFailure(error, 'moved', /^the site responded with 302, a redirect$/)
    expect(followed).toBe(0)
  })
})

describe('slow site', () => {
  test('limits the time of the whole response', async () => {
    const clock = createTestClock()
    const { error } = await ask(
      [(_, response) => void response.write('{"data": [', () => clock.runOut())],
      clock,
    )
    expectFailure(error, 'timeout', /^no complete response within 10 s$/)
  })
})

describe('response of 10 MB', () => {
  const large = Buffer.alloc(10_000_000, ' ')

  test('stops reading a body without a length at the limit', async () => {
    const closed = Promise.withResolvers<boolean>()
    const endless: RequestListener = async (_, response) => {
      response.on('close', () => closed.resolve(response.writableFinished))
      while (!response.destroyed) {
        if (!response.write(large.subarray(0, 100_000)))
          await Promise.race([once(response, 'drain'), closed.promise])
      }
    }
    const { error } = await ask([endless])
    expectFailure(error, 'too-large', /^the response is larger than 8000000 bytes$/)
    await expect(closed.promise).resolves.toBe(false)
  })

  test('counts the bytes after decompression', async () => {
    const { error } = await ask([
      (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(large)),
    ])
    expectFailure(error, 'too-large', /^the response is larger than 8000000 bytes$/)
  })
})

test('fails when the site cannot be reached', async () => {
  const site = await startTestSite(() => {})
  await site.stop()
  const requestJson = createRequestJson({
    site: 'setlists.example',
    permit: async () => {},
    clock: createTestClock(),
  })
  const error: unknown = await requestJson(new URL(`${site.url}/?apikey=s3cret`), SUBJECT).catch(
    (error) => error,
  )
  expectFailure(error, 'unreachable', /^no connection \(ECONNREFUSED\)$/)
})

test('throws the permit’s own error', async () => {
  const requestJson = createRequestJson({
    site: 'setlists.example',
    permit: () => Promise.reject(new Error('the database is away')),
    clock: createTestClock(),
  })
  await expect(requestJson(new URL('http://127.0.0.1:1/'), SUBJECT)).rejects.toThrow('the database is away')
})
