import type { DatabaseTransaction } from '../../client.ts'
import { deleteBadges } from '../badges/badges.ts'
import { deleteFeats } from '../badges/night-feats.ts'
import { deleteAboveExpectation } from '../chances/above-expectation.ts'
import { deleteExpectedPoints } from '../chances/expected-points.ts'
import { deleteLeagueRemovals, leaveAllLeagues } from '../leagues/league-members.ts'
import { deleteReporter, deleteReportsOf } from '../moderation/reports.ts'
import { deleteSuspension } from '../moderation/suspensions.ts'
import { deleteNotifications } from '../notifications/expired-notifications.ts'
import {
  deleteMessages,
  deleteNotificationChoices,
  deleteNotificationSettings,
  deletePushSubscriptions,
  deleteReminders,
} from '../notifications/user-messages.ts'
import { deleteFollowsOf, deleteFollowsTo } from '../players/follows.ts'
import { deleteOpenPredictions } from '../predictions/predictions.ts'
import { abandonShares } from '../shares/shares.ts'
import { deleteApiKeys } from './api-keys.ts'
import { deletePersonalDetails } from './audit-log.ts'
import { deleteTokens } from './auth-tokens.ts'
import { deleteAvatar } from './avatars.ts'
import { deleteSessions } from './sessions.ts'

type Deletion = {
  readonly erase?: (trx: DatabaseTransaction, userId: number) => Promise<unknown>
  /** What stays, and why. */
  readonly kept?: string
}

/** Every column with the id of a user, and what the deletion of the profile does to its rows. */
export const USER_COLUMNS: Readonly<Record<string, Deletion>> = {
  'above_expectation.user_id': { erase: deleteAboveExpectation },
  'api_keys.user_id': { erase: deleteApiKeys },
  'audit_log.actor_id': {
    erase: deletePersonalDetails,
    kept: 'who did what, without network addresses and what was written',
  },
  'auth_tokens.user_id': { erase: deleteTokens },
  'avatars.user_id': { erase: deleteAvatar },
  'badges.user_id': { erase: deleteBadges },
  'blocked_words.created_by': { kept: 'who blocked it' },
  'expected_points.user_id': { erase: deleteExpectedPoints },
  'follows.followed_user_id': { erase: deleteFollowsTo },
  'follows.user_id': { erase: deleteFollowsOf },
  'league_members.user_id': { erase: leaveAllLeagues },
  'league_removals.user_id': { erase: deleteLeagueRemovals },
  'live_taps.user_id': { kept: 'the setlist is made of them' },
  'messages.user_id': { erase: deleteMessages },
  'night_feats.user_id': { erase: deleteFeats },
  'notification_choices.user_id': { erase: deleteNotificationChoices },
  'notification_settings.user_id': { erase: deleteNotificationSettings },
  'notifications.user_id': { erase: deleteNotifications },
  'pick_commitments.user_id': { kept: 'without one of them no proof of the show can be made' },
  'predictions.user_id': { erase: deleteOpenPredictions, kept: 'closed ones: scores are computed from them' },
  'push_subscriptions.user_id': { erase: deletePushSubscriptions },
  'reminders.user_id': { erase: deleteReminders },
  'reports.decided_by': { kept: 'who decided' },
  'reports.reported_user_id': { erase: deleteReportsOf },
  'reports.user_id': { erase: deleteReporter },
  'runs.ordered_by': { kept: 'until the run is old' },
  'scores.user_id': { kept: 'the ranks of the others count them' },
  'sessions.user_id': { erase: deleteSessions },
  'setlist_revisions.created_by': { kept: 'the setlist counts' },
  'shares.user_id': { erase: abandonShares, kept: 'the page says that the card is gone' },
  'standings.user_id': { kept: 'the ranks of the others count them' },
  'suspensions.suspended_by': { kept: 'who suspended' },
  'suspensions.user_id': { erase: deleteSuspension },
  'webhooks.created_by': { kept: 'who made it' },
}

export async function eraseDataOfUser(trx: DatabaseTransaction, userId: number): Promise<void> {
  for (const { erase } of Object.values(USER_COLUMNS)) await erase?.(trx, userId)
}
