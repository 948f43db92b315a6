import { z } from 'zod'
import { fanDeed, requestParts } from './limit-requests.ts'

/** What the process that makes the requests is asked for. */
export const driveOrder = z.object({
  url: z.string(),
  deed: fanDeed,
  /** Requests a second. */
  rate: z.int().positive(),
  seconds: z.number().positive(),
  parts: requestParts,
})
export type DriveOrder = z.output<typeof driveOrder>

/** What came of it. */
export const driveResult = z.object({
  /** Of each answer: when it came, in milliseconds since the order, what it took, and its status. */
  answers: z.array(z.tuple([z.number(), z.number(), z.int()])),
  /** Connections that broke, and requests without an answer in time. */
  broken: z.int(),
  /** Refusals without the time to come back, or in another shape than every error has. */
  misshapen: z.int(),
  /** How many different fans were answered with success. */
  fansDone: z.int(),
})
export type DriveResult = z.output<typeof driveResult>
