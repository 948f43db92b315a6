import { z } from 'zod'
import { forkProgram } from '../bench/forked.ts'
import { requestParts, userAction } from './user-requests.ts'

export const driveRequest = z.object({
  url: z.string(),
  action: userAction,
  /** Requests a second. */
  rate: z.int().positive(),
  seconds: z.number().positive(),
  parts: requestParts,
})
export type DriveRequest = z.output<typeof driveRequest>

const driveResult = z.object({
  /** When each response came, in ms since the first request; what it took, in ms; and its status. */
  responses: z.array(z.tuple([z.number(), z.number(), z.int()])),
  /** Connections that broke, and requests without a response in time. */
  broken: z.int(),
  /** Refusals without Retry-After, or in another shape than every error has. */
  malformed: z.int(),
  /** How many different users were answered with success. */
  usersDone: z.int(),
})
export type DriveResult = z.output<typeof driveResult>

/** Starts the process that makes requests; it lives until `stop`. */
export function startDriver() {
  const { ask, stop } = forkProgram('../load/request-driver.ts')
  return {
    stop,
    drive: async (request: DriveRequest): Promise<DriveResult> => driveResult.parse(await ask(request)),
  }
}
