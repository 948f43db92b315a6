import { z } from 'zod'
import { LOCAL_TIME } from '../game/calendar.ts'

/** The largest Postgres integer. */
const MAX_ID = 2_147_483_647

const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .refine((id) => id <= MAX_ID)

/** In a path or a query: decimal digits without sign and exponent. */
export const pathId = idText

export const pathUuid = z.uuid()

/** In an event from a browser. */
export const eventId = z.int().positive().max(MAX_ID)

/** In a body: a positive integer or a string of its digits. */
export const bodyId = z.union([eventId, idText])

/** In a response. */
export const id = z.int().positive()

/** `YYYY-MM-DD`: of a show, at its venue. */
export const day = z.iso.date()

/** `HH:MM` of 24 hours. */
export const localTime = z.string().regex(LOCAL_TIME)

/** ISO 8601 with a time zone. */
export const instant = z.iso.datetime({ offset: true })

/** The version of a live topic; 0 if it never changed. */
export const version = z.int().nonnegative()
