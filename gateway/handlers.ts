import { createPasskeys } from './auth/passkeys.ts'
import { accessRoutes } from './features/accounts/access/routes.ts'
import { firstAdminRoutes } from './features/accounts/first-admin.ts'
import { issuerRoutes } from './features/accounts/issuers/routes.ts'
import { linkRoutes } from './features/accounts/links/routes.ts'
import { ownDataRoutes } from './features/accounts/own-data/routes.ts'
import { passkeyRoutes } from './features/accounts/passkeys/routes.ts'
import { reauthenticationRoutes } from './features/accounts/reauthentication.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { chanceRoutes } from './features/chances/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { correctionRoutes } from './features/corrections/routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { historyRoutes } from './features/histories/routes.ts'
import { addressRoutes } from './features/installation/address/routes.ts'
import { backupRoutes } from './features/installation/backups/routes.ts'
import { bandRoutes } from './features/installation/band/routes.ts'
import { mailRoutes } from './features/installation/mail/routes.ts'
import { installationSettingsRoutes } from './features/installation/settings-routes.ts'
import { setupRoutes } from './features/installation/setup/routes.ts'
import { sourceRoutes } from './features/installation/source/routes.ts'
import { openBoardOrders } from './features/leaderboards/board-orders.ts'
import { leaderboardRoutes } from './features/leaderboards/routes.ts'
import { leagueReactionRoutes } from './features/league-reactions/routes.ts'
import { leagueRoutes } from './features/leagues/routes.ts'
import { liveSetlistRoutes } from './features/live-setlists/routes.ts'
import type { LiveShowParts, ViewerParts } from './features/live-shows/live-show.ts'
import { liveShowRoutes } from './features/live-shows/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { notificationSettingsRoutes } from './features/notification-settings/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { pickProofRoutes } from './features/pick-proofs/routes.ts'
import { playerRoutes } from './features/players/routes.ts'
import { predictionRoutes } from './features/predictions/routes.ts'
import { replayRoutes } from './features/replays/routes.ts'
import { resultRoutes } from './features/results/routes.ts'
import { runRoutes } from './features/runs/routes.ts'
import { scoringRoutes } from './features/scoring/routes.ts'
import { seasonRoutes } from './features/seasons/routes.ts'
import { setlistRoutes } from './features/setlists/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { showPickRoutes } from './features/show-picks/routes.ts'
import type { CrowdParts } from './features/show-picks/service.ts'
import { showRoutes } from './features/shows/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { songRoutes } from './features/songs/routes.ts'
import { tourRoutes } from './features/tours/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import type { Handlers } from './http/handler.ts'
import type { RequestParts } from './parts.ts'
import type { Builds } from './runs/builds.ts'
import type { ShowPages } from './show-pages/show-page.ts'

type AccountParts = Parameters<typeof accountRoutes>[0]
type OwnParts = Pick<AccountParts, 'limits' | 'passwords' | 'passwordRules'> &
  Pick<CrowdParts, 'crowds'> & {
    liveShows: LiveShowParts & ViewerParts
    showPages: ShowPages
    builds: Builds
  }

/** One for each endpoint: a missing one does not compile. */
export function createHandlers(
  parts: RequestParts,
  { limits, passwords, passwordRules, crowds, liveShows, showPages, builds }: OwnParts,
): Handlers {
  const { postgres, log } = parts
  const { db } = postgres
  const passkeys = createPasskeys({ db, config: parts.config })
  return {
    ...siteRoutes(parts),
    ...configRoutes(parts),
    ...installationSettingsRoutes(parts),
    ...mailRoutes({ ...parts, limits }),
    ...addressRoutes(parts),
    ...sourceRoutes(parts),
    ...bandRoutes(parts),
    ...backupRoutes(parts),
    ...setupRoutes(parts),
    ...songRoutes(parts),
    ...showRoutes(parts),
    getShowPage: ({ params }) => showPages.read(params.showId),
    ...showPickRoutes({ db, crowds }),
    ...correctionRoutes(parts),
    ...pickProofRoutes(postgres),
    ...chanceRoutes(postgres),
    ...playerRoutes({ db, limits }),
    ...seasonRoutes({ db, builds }),
    ...accessRoutes({ ...parts, limits }),
    ...apiKeyRoutes({ db, limits, passwords }),
    ...resultRoutes({ db, builds, limits }),
    ...liveShowRoutes(liveShows),
    ...replayRoutes({ db, builds }),
    ...historyRoutes({ db, builds }),
    ...setlistRoutes(parts),
    ...liveSetlistRoutes(parts),
    ...tourRoutes({ db, builds }),
    ...leaderboardRoutes({ postgres, orders: openBoardOrders(db, log) }),
    ...leagueRoutes({ ...parts, limits }),
    ...leagueReactionRoutes({ ...parts, limits }),
    ...predictionRoutes({ ...parts, limits }),
    ...shareRoutes({ ...parts, limits }),
    ...linkRoutes({ ...parts, db, limits }),
    ...accountRoutes({ ...parts, limits, passwords, passwordRules, passkeys }),
    ...firstAdminRoutes({ ...parts, limits, passwords, passwordRules, passkeys }),
    ...passkeyRoutes({ ...parts, limits, passkeys }),
    ...reauthenticationRoutes({ db, limits, passwords, passkeys }),
    ...issuerRoutes({ ...parts, limits }),
    ...ownDataRoutes({ db, limits }),
    ...runRoutes(parts),
    ...scoringRoutes(parts),
    ...userRoutes(parts),
    ...auditLogRoutes(postgres),
    ...fileRoutes(parts),
    ...operationsRoutes(parts),
    ...moderationRoutes({ ...parts, limits }),
    ...noticeRoutes(parts),
    ...notificationRoutes(parts),
    ...notificationSettingsRoutes({ ...parts, limits }),
    ...catalogueRoutes(parts),
    ...webhookRoutes(parts),
  }
}
