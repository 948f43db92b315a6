import { z } from 'zod'
import { backupFailure } from './backup-work.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { sourceFaults } from './import-checks.ts'
import { settingName } from './installation-settings.ts'
import { show } from './shows.ts'

const count = z.int().nonnegative()

const showThatWaits = z.object({
  show,
  /** A setlist of the source from the last 14 days with which the show is not scored; null for another one. */
  setlist: z.object({ change: z.enum(['arrived', 'corrected']), at: instant }).nullable(),
  /** Predictions without a score. */
  unscored: count,
})
export type ShowThatWaits = z.output<typeof showThatWaits>

/** What an admin has to look at. */
export const adminNotices = z.object({
  /** `count` is of all; the newest 50 are listed. */
  shows: z.object({ count, listed: z.array(showThatWaits) }),
  /** The last import, if it has stored less than the source has. */
  stopped_import: z.object({ run_id: id, at: instant, code: z.string(), message: z.string() }).nullable(),
  /** The faults of the last import that ended well. */
  faults: sourceFaults.extend({ at: instant }).nullable(),
  /** The newest backup by the workers, if it failed. */
  failed_backup: z.object({ at: instant, error: backupFailure }).nullable(),
  /** Songs that seem to be listed as another one, until an admin decides. */
  song_renames: count,
  /** Names, images and leagues with open reports. */
  reports: count,
  /** Secrets of the settings that the settings key does not open, by environment variable. */
  unreadable_settings: z.array(settingName),
})
export type AdminNotices = z.output<typeof adminNotices>

export const noticeEndpoints = {
  listNotices: defineEndpoint({
    method: 'GET',
    path: '/api/admin/notices',
    access: 'admin',
    summary:
      'Shows that wait to be scored, the last import if it stopped, faults of the source, a failed backup, proposed names of songs, reports, and secrets that cannot be read',
    response: adminNotices,
  }),
} as const
