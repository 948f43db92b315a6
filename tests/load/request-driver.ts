/** Makes requests at a rate, in a process of its own: each autocannon connection makes one a second, opened in waves. */
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody } from '@called-it/shared/contract/error-body'
import autocannon from 'autocannon'
import { type DriveRequest, type DriveResult, driveRequest } from './driver.ts'
import { createRequest } from './user-requests.ts'

const MAX_WAVES = 50
/** The time-out of the client's pages. */
const TIMEOUT_SECONDS = 30
const SUCCESS = 200
const NEEDS_RETRY_AFTER = [429, 503]

/** Counted over all runs, so that users take turns. */
let made = 0

async function drive({ url, action, rate, seconds, parts }: DriveRequest): Promise<DriveResult> {
  const startedAt = performance.now()
  const result: DriveResult = { responses: [], broken: 0, malformed: 0, usersDone: 0 }
  const usersDone = new Set<number>()
  /** By the context that autocannon passes from a request to its response. */
  const numbers = new WeakMap<object, number>()
  const user: autocannon.Request = {
    setupRequest(request, context) {
      const number = made++
      numbers.set(context, number)
      return { ...request, ...createRequest(action, number, parts) }
    },
    onResponse(status, body, context, headers) {
      if (status === SUCCESS) usersDone.add((numbers.get(context) ?? 0) % parts.cookies.length)
      else if (!isWellFormed(status, body, headers)) result.malformed += 1
    },
  }

  async function runWave(wave: number, waves: number): Promise<void> {
    await wait((wave * 1_000) / waves)
    const connections = Math.floor(((wave + 1) * rate) / waves) - Math.floor((wave * rate) / waves)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const limits = { connectionRate: 1, duration: seconds, sampleInt: 100, timeout: TIMEOUT_SECONDS }
    autocannon({ url, connections, ...limits, requests: [user] }, (error) =>
      error ? reject(error) : resolve(),
    )
      .on('response', (_client, status, _bytes, tookMs) => {
        result.responses.push([performance.now() - startedAt, tookMs, status])
      })
      .on('reqError', () => {
        result.broken += 1
      })
    await promise
  }

  const waves = Math.min(rate, MAX_WAVES)
  await Promise.all(Array.from({ length: waves }, (_, wave) => runWave(wave, waves)))
  return { ...result, usersDone: usersDone.size }
}

function isWellFormed(status: number, body: string, headers: object = {}): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  try {
    return (
      (!NEEDS_RETRY_AFTER.includes(status) || names.includes('retry-after')) &&
      errorBody.safeParse(JSON.parse(body)).success
    )
  } catch {
    return false
  }
}

process.on('message', async (message) => {
  process.send?.(await drive(driveRequest.parse(message)))
})
process.on('disconnect', () => process.exit())
