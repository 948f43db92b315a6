import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import { requestParts, userAction } from './user-requests.ts'

const driveOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('count'), url: z.string(), path: z.string(), requests: z.int() }),
  z.object({
    kind: z.literal('rate'),
    url: z.string(),
    action: userAction,
    /** Requests a second. */
    rate: z.int().positive(),
    /** Null: until the end is asked for. */
    seconds: z.number().positive().nullable(),
    parts: requestParts,
  }),
])
export type DriveOrder = z.output<typeof driveOrder>
export const driverMessage = z.union([driveOrder, z.object({ kind: z.literal('end') })])

const driveResult = z.object({
  /** When each response came, in ms since the order; what it took, in ms; and its status. */
  responses: z.array(z.tuple([z.number(), z.number(), z.int()])),
  /** Connections that broke, and requests without a response in time. */
  broken: z.int(),
  /** Refusals without Retry-After, or in another shape than every error has. */
  malformed: z.int(),
  /** How many different users were answered with success. */
  usersDone: z.int(),
})
export type DriveResult = z.output<typeof driveResult>

type Rate = Omit<Extract<DriveOrder, { kind: 'rate' }>, 'kind'>

/** Starts the process that makes requests; it lives until `stop`. */
export function startDriver() {
  const child = fork(path.join(import.meta.dirname, 'request-driver.ts'))

  /** @throws Error where the process ends before it answers */
  function ask(order: DriveOrder): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the request driver has ended'))
      child.once('exit', onExit).once('message', (message) => {
        child.off('exit', onExit)
        resolve(message)
      })
      child.send(order)
    })
  }

  return {
    /** How many of the requests were not answered with 200. */
    count: async (url: string, path: string, requests: number) =>
      z.int().parse(await ask({ kind: 'count', url, path, requests })),
    rate: async (order: Rate): Promise<DriveResult> =>
      driveResult.parse(await ask({ kind: 'rate', ...order })),
    /** Lets an order without a time limit come to its end. */
    end: () => void child.send({ kind: 'end' }),
    async stop() {
      if (!child.connected) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
