import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { deleteBadges, deleteFeats } from '../badges/badges.ts'
import { leaveAllLeagues } from '../leagues/league-members.ts'
import { deleteReporter } from '../moderation/moderation.ts'
import { deleteOpenPredictions } from '../predictions/predictions.ts'
import { abandonShares } from '../shares/shares.ts'
import { deleteApiKeys } from './api-keys.ts'
import { deletePersonalDetails } from './audit-log.ts'
import { deleteAvatar } from './avatars.ts'
import { deleteSessions } from './sessions.ts'

type Deletion = {
  /** `rows`: deletes those of the user. */
  readonly erase?: 'rows' | ((trx: DatabaseTransaction, userId: number) => Promise<unknown>)
  /** What stays, and why. */
  readonly kept?: string
}

/** Every column with the id of a user, and what the deletion of the profile does to its rows. */
export const USER_COLUMNS: Readonly<Record<string, Deletion>> = {
  'above_expectation.user_id': { erase: 'rows' },
  'address_changes.user_id': { erase: 'rows' },
  'api_keys.user_id': { erase: deleteApiKeys },
  'audit_log.actor_id': {
    erase: deletePersonalDetails,
    kept: 'who did what, without network addresses and what was written',
  },
  'auth_tokens.user_id': { erase: 'rows' },
  'avatars.user_id': { erase: deleteAvatar },
  'badges.user_id': { erase: deleteBadges },
  'blocked_words.created_by': { kept: 'who blocked it' },
  'expected_points.user_id': { erase: 'rows' },
  'external_accounts.user_id': { erase: 'rows' },
  'follows.followed_user_id': { erase: 'rows' },
  'follows.user_id': { erase: 'rows' },
  'league_members.user_id': { erase: leaveAllLeagues },
  'league_removals.user_id': { erase: 'rows' },
  'live_taps.user_id': { kept: 'the setlist is made of them' },
  'messages.user_id': { erase: 'rows' },
  'night_feats.user_id': { erase: deleteFeats },
  'notification_choices.user_id': { erase: 'rows' },
  'notification_settings.user_id': { erase: 'rows' },
  'notifications.user_id': { erase: 'rows' },
  'passkeys.user_id': { erase: 'rows' },
  'pick_commitments.user_id': { kept: 'without one of them no proof of the show can be made' },
  'predictions.user_id': { erase: deleteOpenPredictions, kept: 'closed ones: scores are computed from them' },
  'push_subscriptions.user_id': { erase: 'rows' },
  'recovery_codes.user_id': { erase: 'rows' },
  'reminders.user_id': { erase: 'rows' },
  'reports.decided_by': { kept: 'who decided' },
  'reports.reported_user_id': { erase: 'rows' },
  'reports.user_id': { erase: deleteReporter },
  'runs.ordered_by': { kept: 'until the run is old' },
  'scores.user_id': { kept: 'the ranks of the others count them' },
  'sessions.user_id': { erase: deleteSessions },
  'setlist_revisions.created_by': { kept: 'the setlist counts' },
  'shares.user_id': { erase: abandonShares, kept: 'the page says that the card is gone' },
  'standings.user_id': { kept: 'the ranks of the others count them' },
  'suspensions.suspended_by': { kept: 'who suspended' },
  'suspensions.user_id': { erase: 'rows' },
  'webhooks.created_by': { kept: 'who made it' },
}

export async function eraseDataOfUser(trx: DatabaseTransaction, userId: number): Promise<void> {
  for (const [userColumn, { erase }] of Object.entries(USER_COLUMNS)) {
    if (erase === 'rows') {
      const [table = '', column = ''] = userColumn.split('.')
      await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId}`.execute(trx)
    } else await erase?.(trx, userId)
  }
}
