/**
 * Makes requests from a process of its own, so that their cost is not counted as the server's. An order over IPC is
 * answered with its result; `end` ends an order without a time limit.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody } from '@called-it/shared/contract/errors'
import { type DriveOrder, type DriveResult, driverMessage } from './driver.ts'
import { HttpConnection, type HttpResponse } from './http-connection.ts'
import { createRequest } from './user-requests.ts'

const CONNECTIONS = 32
const SUCCESS = 200

const kept = new Map<string, HttpConnection[]>()
/** Goes on from order to order, so that users take turns. */
let made = 0
let running: AbortController | null = null

/** As many requests for one path as can be made, on connections that stay open from order to order. */
async function driveCount({ url, path, requests }: Extract<DriveOrder, { kind: 'count' }>): Promise<number> {
  const connections =
    kept.get(url) ?? Array.from({ length: CONNECTIONS }, () => new HttpConnection(new URL(url)))
  kept.set(url, connections)
  let left = requests
  let failed = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (left > 0) {
        left -= 1
        const { status } = await connection.request({ method: 'GET', path })
        if (status !== SUCCESS) failed += 1
      }
    }),
  )
  return failed
}

/** A user on each connection, who makes a request a second, and makes it late when the last response was. */
async function driveRate(
  { url, action, rate, seconds, parts }: Extract<DriveOrder, { kind: 'rate' }>,
  signal: AbortSignal,
): Promise<DriveResult> {
  const result: DriveResult = { responses: [], broken: 0, malformed: 0, usersDone: 0 }
  const usersDone = new Set<number>()
  const startedAt = performance.now()
  const endsAt = startedAt + (seconds ?? Number.POSITIVE_INFINITY) * 1_000

  async function makeRequest(connection: HttpConnection): Promise<void> {
    const number = made++
    try {
      await connection.open()
      const begunAt = performance.now()
      const response = await connection.request(createRequest(action, number, parts))
      const now = performance.now()
      result.responses.push([now - startedAt, now - begunAt, response.status])
      if (response.status === SUCCESS) usersDone.add(number % parts.cookies.length)
      else if (!isWellFormed(response)) result.malformed += 1
    } catch {
      result.broken += 1
    }
  }

  async function actAsUser(index: number): Promise<void> {
    const connection = new HttpConnection(new URL(url))
    let dueAt = startedAt + (index * 1_000) / rate
    while (dueAt < endsAt && !signal.aborted) {
      await wait(dueAt - performance.now())
      await makeRequest(connection)
      dueAt = Math.max(dueAt + 1_000, performance.now())
    }
    connection.end()
  }

  await Promise.all(Array.from({ length: rate }, (_, index) => actAsUser(index)))
  return { ...result, usersDone: usersDone.size }
}

/** Whether a refusal has the shape of every error, and says when to come back where it can. */
function isWellFormed({ status, head, body }: HttpResponse): boolean {
  const needsRetryAfter = status === 429 || status === 503
  try {
    return (
      (!needsRetryAfter || head.includes('\nretry-after:')) && errorBody.safeParse(JSON.parse(body)).success
    )
  } catch {
    return false
  }
}

process.on('message', async (message) => {
  const asked = driverMessage.parse(message)
  if (asked.kind === 'end') {
    running?.abort()
    return
  }
  running = new AbortController()
  process.send?.(asked.kind === 'count' ? await driveCount(asked) : await driveRate(asked, running.signal))
})
process.on('disconnect', () => process.exit())
