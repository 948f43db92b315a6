/**
 * Lets fans make requests, so many a second, in a process of its own: each order over IPC is answered with what came
 * of it. The load is autocannon's. A connection is a fan who asks once a second, and who asks late when the last answer
 * was. Since autocannon begins each second of a connection with its request, connections are opened in waves, so that
 * requests are spread over the second.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { errorBody } from '@called-it/shared/contract/errors'
import autocannon from 'autocannon'
import { type DriveOrder, type DriveResult, driveOrder } from './limit-orders.ts'
import { makeRequest } from './limit-requests.ts'

const MOST_WAVES = 50
/** How long a fan waits for an answer, in seconds; as the pages do. */
const PATIENCE_SECONDS = 30

/** Numbers of requests go on from order to order, so that fans are asked in turn. */
let made = 0

async function drive({ url, deed, rate, seconds, parts }: DriveOrder): Promise<DriveResult> {
  const begunAt = performance.now()
  const result: DriveResult = { answers: [], broken: 0, misshapen: 0, fansDone: 0 }
  const fansDone = new Set<number>()
  /** By what autocannon hands on from a request to its answer. */
  const numbers = new WeakMap<object, number>()
  const fan: autocannon.Request = {
    setupRequest(request, context) {
      const number = made++
      numbers.set(context, number)
      return { ...request, ...makeRequest(deed, number, parts) }
    },
    onResponse(status, body, context, headers) {
      if (status === 200) fansDone.add((numbers.get(context) ?? 0) % parts.cookies.length)
      else if (!isProper(status, body, headers)) result.misshapen += 1
    },
  }
  const waves = Math.min(rate, MOST_WAVES)
  await Promise.all(
    Array.from({ length: waves }, async (_, wave) => {
      await wait((wave * 1_000) / waves)
      const connections = Math.floor(((wave + 1) * rate) / waves) - Math.floor((wave * rate) / waves)
      const options: autocannon.Options = {
        url,
        connections,
        connectionRate: 1,
        duration: seconds,
        sampleInt: 100,
        timeout: PATIENCE_SECONDS,
        requests: [fan],
      }
      await new Promise<void>((resolve, reject) => {
        const run = autocannon(options, (error) => (error ? reject(error) : resolve()))
        run.on('response', (_client, status, _bytes, tookMs) => {
          result.answers.push([performance.now() - begunAt, tookMs, status])
        })
        run.on('reqError', () => {
          result.broken += 1
        })
      })
    }),
  )
  return { ...result, fansDone: fansDone.size }
}

/** Whether a refusal is of the contract's shape, and says when to come back where it can. */
function isProper(status: number, body: string, headers: object = {}): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const hasTime = (status !== 429 && status !== 503) || names.includes('retry-after')
  try {
    return hasTime && errorBody.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

process.on('message', (message) => {
  void drive(driveOrder.parse(message)).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())
