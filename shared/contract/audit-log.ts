import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { enteredDay, FIELD_TEXTS } from './entered-fields.ts'
import { id, instant, pathId } from './fields.ts'

export const AUDIT_PAGE = 50

/** `noun:past-participle`. */
const action = z.string().regex(/^[a-z-]{1,40}:[a-z-]{1,40}$/)

/** Each field alone is valid too, since the page has them in its address. */
export const auditFilter = z.strictObject({
  /** Who did it, or to whom it was done. */
  user: pathId.optional(),
  action: action.optional(),
  /** Days in UTC, both included. */
  from: enteredDay(FIELD_TEXTS.day).optional(),
  to: enteredDay(FIELD_TEXTS.day).optional(),
})
export type AuditFilterInput = z.input<typeof auditFilter>

const auditEntry = z.object({
  id,
  at: instant,
  /** A user, or what it was else. `program`: by itself, as when a show is over. */
  actor: z.union([
    z.object({ id, display_name: z.string() }),
    z.enum(['visitor', 'command-line', 'program']),
  ]),
  action,
  /** As in `user:1`. */
  subject: z.string().nullable(),
  /** The network address; null of programs, and once the profile is deleted. */
  address: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditLogEntry = z.output<typeof auditEntry>

export const auditEndpoints = {
  readAuditLog: defineEndpoint({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    summary: 'The audit log of 180 days, newest first. Reading it is an entry itself, once a minute',
    query: auditFilter.extend({ before: pathId.optional() }),
    response: z.object({
      entries: z.array(auditEntry),
      /** Those that occur, to filter by. */
      actions: z.array(action),
      /** Pass as `before` for the page that follows; null at the end. */
      next: id.nullable(),
    }),
  }),
} as const
