import type { RequestListener } from 'node:http'
import type { TestClock } from './test-site.ts'

export const siteFaults = {
  /** Never responds, so that the attempt times out. */
  slow: (clock: TestClock): RequestListener => {
    return () => clock.runOut()
  },
  brokenOff: (): RequestListener => (_, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('{"error": false, "data": [{"', () => {
      response.destroy()
    })
  },
  serverError: (): RequestListener => (_, response) => void response.writeHead(500).end('oops'),
  tooManyRequests:
    (retryAfterSeconds: number): RequestListener =>
    (_, response) =>
      void response.writeHead(429, { 'retry-after': String(retryAfterSeconds) }).end('slow down'),
  rubbish: (): RequestListener => (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Maintenance</p>'),
  /** 10 MB of valid JSON. */
  huge: (): RequestListener => (_, response) =>
    void response.setHeader('content-type', 'application/json').end(`"${' '.repeat(10_000_000)}"`),
  respond:
    (body: unknown): RequestListener =>
    (_, response) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
} as const
