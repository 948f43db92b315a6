/**
 * Makes the requests that fans make while a show is scored, so many a second, in a process of its own so that
 * its clock is not held up by thousands of sockets: `{ port, rate, cookies, openShowId, songIds }` over IPC
 * starts it, any other message ends it, and it answers with what every request took.
 */
import { Agent, request } from 'node:http'
import { z } from 'zod'

export const loadOrder = z.object({
  port: z.int(),
  rate: z.number().positive(),
  cookies: z.array(z.string()),
  openShowId: z.int(),
  songIds: z.array(z.int()),
})
export type LoadOrder = z.output<typeof loadOrder>

export const loadResult = z.object({
  /** What each request took, in milliseconds, by its path. */
  tookMs: z.record(z.string(), z.array(z.number())),
  /** The requests that were answered with something else than success. */
  failed: z.array(z.object({ path: z.string(), status: z.int() })),
})
export type LoadResult = z.output<typeof loadResult>

type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }

function startLoad({ port, rate, cookies, openShowId, songIds }: LoadOrder): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const result: LoadResult = { tookMs: {}, failed: [] }
  const underWay = new Set<Promise<void>>()
  let made = 0

  /** What an open page reads, and one save in five. */
  function callOf(number: number): Call {
    const pick = songIds[number % songIds.length]
    const calls: Call[] = [
      { method: 'GET', path: '/api/leaderboard' },
      { method: 'GET', path: '/api/users/current/score' },
      { method: 'GET', path: '/api/shows/upcoming' },
      { method: 'GET', path: '/api/songs/all' },
      {
        method: 'POST',
        path: '/api/predictions',
        body: JSON.stringify({
          show_id: openShowId,
          setlist: { set1: [{ id: pick }], set2: [], encore: [] },
        }),
      },
    ]
    return calls[number % calls.length] ?? { method: 'GET', path: '/api/site' }
  }

  async function make(number: number): Promise<void> {
    const { method, path, body } = callOf(number)
    const begunAt = performance.now()
    const status = await new Promise<number>((resolve) => {
      const headers = {
        Cookie: cookies[number % cookies.length] ?? '',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      }
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', () => resolve(0))
      sent.end(body)
    })
    const took = result.tookMs[path] ?? []
    result.tookMs[path] = took
    took.push(performance.now() - begunAt)
    if (status < 200 || status > 299) result.failed.push({ path, status })
  }

  const startedAt = performance.now()
  const timer = setInterval(() => {
    // What a late timer has missed is made up for: the rate is a promise.
    const due = ((performance.now() - startedAt) / 1_000) * rate
    while (made < due) {
      const call = make(made)
      made += 1
      underWay.add(call)
      void call.finally(() => underWay.delete(call))
    }
  }, 5)
  return async () => {
    clearInterval(timer)
    await Promise.all(underWay)
    process.send?.(result)
    agent.destroy()
  }
}

let stop: (() => Promise<void>) | null = null
process.on('message', (message) => {
  if (stop) void stop()
  else stop = startLoad(loadOrder.parse(message))
})
process.on('disconnect', () => process.exit())
