import { z } from 'zod'
import { forkProgram } from '../bench/forked.ts'
import { requestParts, userAction } from './user-requests.ts'

export const driveRequest = z.object({
  url: z.string(),
  action: userAction,
  rate: z.int().positive(),
  seconds: z.number().positive(),
  parts: requestParts,
})
export type DriveRequest = z.output<typeof driveRequest>

const driveResult = z.object({
  /** When each response came, in ms since the first request; what it took, in ms; and its status. */
  responses: z.array(z.tuple([z.number(), z.number(), z.int()])),
  /** Broken connections and time-outs. */
  broken: z.int(),
  /** Refusals without Retry-After or without the error body of the contract. */
  malformed: z.int(),
  usersDone: z.int(),
})
export type DriveResult = z.output<typeof driveResult>

export function startDriver() {
  const { ask, stop } = forkProgram('../load/request-driver.ts')
  return {
    stop,
    drive: async (request: DriveRequest): Promise<DriveResult> => driveResult.parse(await ask(request)),
  }
}
