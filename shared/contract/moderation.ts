import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { FIELD_LIMITS, FIELD_TEXTS, isStorable, line, lines } from './entered-fields.ts'
import { bodyId, id, instant, pathId } from './fields.ts'
import { foldName } from './folded-name.ts'

const note = lines(FIELD_LIMITS.reportNote, FIELD_TEXTS.reportNote)
const reason = line(FIELD_LIMITS.reason, FIELD_TEXTS.reason)

/** What is reported: the name or the image of a fan, or the name of a league, which only its members can report. */
const reportBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['name', 'image']), user_id: bodyId, note: note.optional() }),
  z.strictObject({ kind: z.literal('league'), league_id: bodyId, note: note.optional() }),
])
export type ReportBody = z.output<typeof reportBody>

export const DECISIONS = ['reset-name', 'remove-image', 'suspend', 'dismiss'] as const
export type Decision = (typeof DECISIONS)[number]

/** An owner is suspended on the own page, not for a league. */
export const DECISIONS_OF = {
  name: ['reset-name', 'suspend', 'dismiss'],
  image: ['remove-image', 'suspend', 'dismiss'],
  league: ['reset-name', 'dismiss'],
} as const satisfies Record<ReportBody['kind'], readonly Decision[]>

const decideReportBody = z.strictObject({
  kind: z.enum(['name', 'image', 'league']),
  id: bodyId,
  decision: z.enum(DECISIONS),
  /** Required to suspend: the fan reads it. */
  reason: reason.optional(),
})
export type DecideReportBody = z.output<typeof decideReportBody>

export const REPORTED_PAGE = 100

/** All open reports of one thing. */
const reportedThing = z.object({
  kind: z.enum(['name', 'image', 'league']),
  /** The id of the fan or the league. */
  id,
  name: z.string(),
  avatar_path: z.string().nullable(),
  reports: z.int().positive(),
  first_at: instant,
  /** The first ten. */
  notes: z.array(z.string()),
})
export type ReportedThing = z.output<typeof reportedThing>

const suspendedFan = z.object({
  user_id: id,
  display_name: z.string(),
  reason: z.string(),
  suspended_at: instant,
  /** Null where that admin's profile is deleted. */
  suspended_by: z.string().nullable(),
})
export type SuspendedFan = z.output<typeof suspendedFan>

/** A fold can be longer than its text. */
const MAX_FOLDED_WORD = 800

/** One that folds to nothing would block every name. */
export const blockedWord = z
  .string()
  .trim()
  .max(FIELD_LIMITS.blockedWord.max, FIELD_TEXTS.blockedWord)
  .refine((word) => foldName(word).length >= FIELD_LIMITS.blockedWord.min, FIELD_TEXTS.blockedWord)
  .refine((word) => word.isWellFormed(), FIELD_TEXTS.blockedWord)

const blockedWords = z.object({ words: z.array(z.string()) })
const userParams = z.object({ userId: pathId })
const suspendedFans = z.object({ suspended: z.array(suspendedFan) })

export const moderationEndpoints = {
  report: defineEndpoint({
    method: 'POST',
    path: '/api/reports',
    access: 'fan',
    summary: 'Reports a name, an image or a league to the admins; once per thing until they decide',
    body: reportBody,
    response: z.object({ reported: z.literal(true) }),
  }),
  listReports: defineEndpoint({
    method: 'GET',
    path: '/api/admin/reports',
    access: 'admin',
    summary: 'What is reported and not decided, the oldest first',
    response: z.object({ reported: z.array(reportedThing) }),
  }),
  decideReport: defineEndpoint({
    method: 'POST',
    path: '/api/admin/reports/decision',
    access: 'admin',
    summary: 'Decides all open reports of one thing; 409 `last_admin` for suspending the last admin',
    body: decideReportBody,
    response: z.object({ reported: z.array(reportedThing) }),
  }),
  listSuspended: defineEndpoint({
    method: 'GET',
    path: '/api/admin/suspended',
    access: 'admin',
    summary: 'Suspended fans, the newest first',
    response: suspendedFans,
  }),
  suspendUser: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/users/:userId/suspension',
    access: 'admin',
    summary: 'Suspends a fan: no login, name and image hidden, scores stay',
    params: userParams,
    body: z.strictObject({ reason }),
    response: suspendedFans,
  }),
  liftSuspension: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/users/:userId/suspension',
    access: 'admin',
    summary: 'Ends a suspension and gives name and image back',
    params: userParams,
    response: suspendedFans,
  }),
  listBlockedWords: defineEndpoint({
    method: 'GET',
    path: '/api/admin/blocked-words',
    access: 'admin',
    summary: 'Words that no new name of a fan or a league may contain',
    response: blockedWords,
  }),
  blockWord: defineEndpoint({
    method: 'POST',
    path: '/api/admin/blocked-words',
    access: 'admin',
    summary: 'Blocks a word, whatever its case, accents and signs',
    body: z.strictObject({ word: blockedWord }),
    response: blockedWords,
  }),
  unblockWord: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/blocked-words/:word',
    access: 'admin',
    summary: 'Blocks a word no longer',
    params: z.object({ word: z.string().min(1).max(MAX_FOLDED_WORD).refine(isStorable) }),
    response: blockedWords,
  }),
} as const
