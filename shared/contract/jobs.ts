import { z } from 'zod'
import { day, id, instant } from './fields.ts'
import type { RUN_KINDS } from './runs.ts'

const runPayload = z.object({ runId: id })
const registrationPayload = z.object({ registrationId: id })
const userPayload = z.object({ userId: id })

/** Every job with its queue and payload. Payloads hold ids; everything else that stays is in Postgres. */
export const jobs = {
  'score-show': { queue: 'runs', payload: runPayload },
  'test-score-show': { queue: 'runs', payload: runPayload },
  'reset-scores': { queue: 'runs', payload: runPayload },
  'import-catalogue': { queue: 'runs', payload: runPayload },
  'update-notebook': { queue: 'runs', payload: runPayload },
  'import-setlist': { queue: 'runs', payload: runPayload },
  'look-up-setlist': { queue: 'runs', payload: runPayload },
  'preview-scores': { queue: 'runs', payload: runPayload },
  'move-show': { queue: 'runs', payload: runPayload },
  'recompute-locks': { queue: 'runs', payload: runPayload },
  'preview-merge': { queue: 'runs', payload: runPayload },
  'merge-song': { queue: 'runs', payload: runPayload },
  'check-import': { queue: 'runs', payload: runPayload },
  'play-demo-show': { queue: 'runs', payload: runPayload },
  'build-replay': { queue: 'runs', payload: runPayload },
  'build-tour-history': { queue: 'runs', payload: runPayload },
  'build-season': { queue: 'runs', payload: runPayload },
  'build-tour': { queue: 'runs', payload: runPayload },
  // A queue of its own: it computes for minutes, and one computation a process is enough.
  'update-chances': { queue: 'chances', payload: runPayload },
  'mail-registration': { queue: 'mail', payload: registrationPayload },
  'mail-registration-reset': { queue: 'mail', payload: registrationPayload },
  // For users of an earlier release who are not confirmed.
  'mail-verification': { queue: 'mail', payload: userPayload },
  'mail-known-address': { queue: 'mail', payload: userPayload },
  'mail-login-link': { queue: 'mail', payload: z.object({ linkId: id }) },
  'mail-address-old': { queue: 'mail', payload: userPayload },
  'mail-address-new': { queue: 'mail', payload: userPayload },
  'mail-address-changed': { queue: 'mail', payload: userPayload },
  'mail-password-reset': { queue: 'mail', payload: userPayload },
  'mail-password-changed': { queue: 'mail', payload: userPayload },
  'mail-key-made': { queue: 'mail', payload: userPayload },
  'mail-passkey-added': { queue: 'mail', payload: userPayload },
  'mail-passkey-removed': { queue: 'mail', payload: userPayload },
  // The session may have ended when the mail is written.
  'mail-new-login': {
    queue: 'mail',
    payload: z.object({
      userId: id,
      browser: z.string().nullable(),
      system: z.string().nullable(),
      at: instant,
    }),
  },
  'mail-device-added': { queue: 'mail', payload: userPayload },
  'mail-suspended': { queue: 'mail', payload: userPayload },
  'mail-pick-root': {
    queue: 'mail',
    payload: z.object({ userId: id, showId: id, lockNo: z.int().positive() }),
  },
  'mail-backup-failed': { queue: 'mail', payload: z.object({ userId: id, workId: id }) },
  // A queue of its own: a receiver that hangs holds up nothing else.
  'deliver-webhook': { queue: 'webhooks', payload: z.object({ webhookId: id }) },
  'commit-picks': { queue: 'maintenance', payload: z.object({ showId: id }) },
  'send-announcement': { queue: 'maintenance', payload: z.object({ announcementId: id }) },
  'notify-users': { queue: 'maintenance', payload: z.object({ announcementId: id, userIds: z.array(id) }) },
  // `after`: the last league of the job before this one.
  'announce-week': { queue: 'maintenance', payload: z.object({ monday: day, after: id.optional() }) },
  // Of 0.10.0.
  'make-chances': { queue: 'maintenance', payload: z.object({}) },
  'freeze-chances': { queue: 'maintenance', payload: z.object({ showId: id }) },
  // A queue of their own: after shows with many players they compute for half a minute, and one of each is enough.
  'sum-above-expectation': { queue: 'totals', payload: z.object({}) },
  'award-badges': { queue: 'totals', payload: z.object({ showId: id }) },
  sweep: { queue: 'maintenance', payload: z.object({}) },
  // Of 0.10.0: ids of messages.
  'send-messages': { queue: 'maintenance', payload: z.object({ first: id, last: id }) },
} as const satisfies Record<string, { queue: string; payload: z.ZodType }> &
  Record<(typeof RUN_KINDS)[number], { queue: 'runs' | 'chances'; payload: typeof runPayload }>

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>
export type QueueName = (typeof jobs)[JobName]['queue']
