import { accessEndpoints } from './access.ts'
import { accountEndpoints } from './accounts.ts'
import { addressTestEndpoints } from './address-test.ts'
import { adminSongEndpoints } from './admin-songs.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { auditEndpoints } from './audit-log.ts'
import { backupEndpoints } from './backups.ts'
import { bandProfileEndpoints } from './band-profile.ts'
import { breakdownEndpoints } from './breakdowns.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { chanceEndpoints } from './chances.ts'
import { correctionEndpoints } from './corrections.ts'
import { currentUserEndpoints } from './current-user.ts'
import { demoShowEndpoints } from './demo-show.ts'
import { fileEndpoints } from './files.ts'
import { historyEndpoints } from './histories.ts'
import { installationSettingsEndpoints } from './installation-settings.ts'
import { installationSourceEndpoints } from './installation-source.ts'
import { issuerEndpoints } from './issuers.ts'
import { leaderboardEndpoints } from './leaderboards.ts'
import { leagueReactionEndpoints } from './league-reactions.ts'
import { leagueEndpoints } from './leagues.ts'
import { legalEndpoints } from './legal.ts'
import { liveEditingEndpoints } from './live-editing.ts'
import { liveShowEndpoints } from './live-shows.ts'
import { loginLinkEndpoints } from './login-links.ts'
import { mailSettingsEndpoints } from './mail-settings.ts'
import { moderationEndpoints } from './moderation.ts'
import { noticeEndpoints } from './notices.ts'
import { notificationSettingsEndpoints } from './notification-settings.ts'
import { notificationEndpoints } from './notifications.ts'
import { operationsEndpoints } from './operations.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { pickProofEndpoints } from './pick-proofs.ts'
import { playerEndpoints } from './players.ts'
import { predictionEndpoints } from './predictions.ts'
import { reauthenticationEndpoints } from './reauthentication.ts'
import { registrationLinkEndpoints } from './registration-link.ts'
import { replayEndpoints } from './replays.ts'
import { resultEndpoints } from './results.ts'
import { runEndpoints } from './runs.ts'
import { scoringEndpoints } from './scoring-endpoints.ts'
import { seasonEndpoints } from './seasons.ts'
import { setlistEndpoints } from './setlist-endpoints.ts'
import { setupEndpoints } from './setup.ts'
import { setupStateEndpoints } from './setup-steps.ts'
import { shareEndpoints } from './shares.ts'
import { showLockEndpoints } from './show-locks.ts'
import { showPageEndpoints } from './show-pages.ts'
import { showPickEndpoints } from './show-picks.ts'
import { showEndpoints } from './shows.ts'
import { siteEndpoints } from './site.ts'
import { songPageEndpoints } from './song-pages.ts'
import { songRenameEndpoints } from './song-renames.ts'
import { songEndpoints } from './songs.ts'
import { tourPageEndpoints } from './tour-pages.ts'
import { tourEndpoints } from './tours.ts'
import { userEndpoints } from './users.ts'
import { webhookEndpoints } from './webhooks.ts'

/** The gateway has one handler for each; the web client sends requests by these names. */
export const endpoints = {
  ...songEndpoints,
  ...songPageEndpoints,
  ...songRenameEndpoints,
  ...adminSongEndpoints,
  ...showEndpoints,
  ...showLockEndpoints,
  ...showPageEndpoints,
  ...showPickEndpoints,
  ...chanceEndpoints,
  ...pickProofEndpoints,
  ...liveShowEndpoints,
  ...replayEndpoints,
  ...correctionEndpoints,
  ...tourEndpoints,
  ...leaderboardEndpoints,
  ...playerEndpoints,
  ...leagueEndpoints,
  ...seasonEndpoints,
  ...tourPageEndpoints,
  ...resultEndpoints,
  ...predictionEndpoints,
  ...breakdownEndpoints,
  ...leagueReactionEndpoints,
  ...historyEndpoints,
  ...shareEndpoints,
  ...currentUserEndpoints,
  ...accountEndpoints,
  ...accessEndpoints,
  ...passkeyEndpoints,
  ...installationSettingsEndpoints,
  ...mailSettingsEndpoints,
  ...addressTestEndpoints,
  ...bandProfileEndpoints,
  ...backupEndpoints,
  ...installationSourceEndpoints,
  ...setupEndpoints,
  ...setupStateEndpoints,
  ...issuerEndpoints,
  ...loginLinkEndpoints,
  ...reauthenticationEndpoints,
  ...apiKeyEndpoints,
  ...siteEndpoints,
  ...legalEndpoints,
  ...registrationLinkEndpoints,
  ...scoringEndpoints,
  ...setlistEndpoints,
  ...liveEditingEndpoints,
  ...runEndpoints,
  ...userEndpoints,
  ...auditEndpoints,
  ...fileEndpoints,
  ...operationsEndpoints,
  ...moderationEndpoints,
  ...noticeEndpoints,
  ...notificationEndpoints,
  ...notificationSettingsEndpoints,
  ...catalogueEndpoints,
  ...webhookEndpoints,
  ...demoShowEndpoints,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
