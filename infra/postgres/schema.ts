import type {
  AddressChangesTable,
  AuditLogTable,
  AuthTokensTable,
  AvatarsTable,
  ExternalAccountsTable,
  LoginLinksTable,
  PasskeysTable,
  RecoveryCodesTable,
  RegistrationsTable,
  RegistrationTokensTable,
  SessionsTable,
  UsedChallengesTable,
  UsersTable,
} from './schema/accounts.ts'
import type { AnnouncementsTable, NotificationsTable } from './schema/announcements.ts'
import type {
  PickCommitmentsTable,
  PickLocksTable,
  ReplaysTable,
  SeasonResultsTable,
  SeasonsTable,
  TourHistoriesTable,
  TourStatisticsTable,
} from './schema/builds.ts'
import type {
  PerformancesTable,
  SetlistProposalsTable,
  SetlistRevisionsTable,
  ShowsTable,
  SongAliasesTable,
  SongRenamesTable,
  SongsTable,
  SourcePermitsTable,
  ToursTable,
  VenueTimesTable,
} from './schema/catalogue.ts'
import type {
  AboveExpectationTable,
  ChanceChoicesTable,
  ExpectedPointsTable,
  ShowChancesTable,
  SongChancesTable,
  SystemPlayersTable,
  SystemPredictionsTable,
} from './schema/chances.ts'
import type { BackupWorkTable, SetupCodeTable, StoredSettingsTable } from './schema/installation.ts'
import type { LeagueMembersTable, LeagueRemovalsTable, LeaguesTable } from './schema/leagues.ts'
import type {
  LiveBoardsTable,
  LiveClaimsTable,
  LiveTapsTable,
  SourceReadingsTable,
  TopicVersionsTable,
} from './schema/live.ts'
import type {
  ApiKeysTable,
  MessagesTable,
  NotificationChoicesTable,
  NotificationSettingsTable,
  PublicEventsTable,
  PushSubscriptionsTable,
  RemindersTable,
  WebhookDeliveriesTable,
  WebhooksTable,
} from './schema/outlets.ts'
import type {
  BadgesTable,
  BlockedWordsTable,
  FollowsTable,
  NightFeatsTable,
  PreviewImagesTable,
  ReportsTable,
  SharesTable,
  SuspensionsTable,
} from './schema/players.ts'
import type {
  BoardTopsTable,
  PredictionsTable,
  ScoreSetsTable,
  ScoresTable,
  StandingsHistogramTable,
  StandingsTable,
} from './schema/standings.ts'
import type { InstallationFactsTable, OutboxTable, RunsTable, SettingsTable } from './schema/work.ts'

export type Schema = {
  users: UsersTable
  avatars: AvatarsTable
  auth_tokens: AuthTokensTable
  registrations: RegistrationsTable
  registration_tokens: RegistrationTokensTable
  login_links: LoginLinksTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  used_challenges: UsedChallengesTable
  external_accounts: ExternalAccountsTable
  address_changes: AddressChangesTable
  sessions: SessionsTable
  audit_log: AuditLogTable
  songs: SongsTable
  song_aliases: SongAliasesTable
  song_renames: SongRenamesTable
  tours: ToursTable
  shows: ShowsTable
  venue_times: VenueTimesTable
  setlist_revisions: SetlistRevisionsTable
  performances: PerformancesTable
  setlist_proposals: SetlistProposalsTable
  live_taps: LiveTapsTable
  live_claims: LiveClaimsTable
  live_boards: LiveBoardsTable
  source_readings: SourceReadingsTable
  source_permits: SourcePermitsTable
  predictions: PredictionsTable
  score_sets: ScoreSetsTable
  scores: ScoresTable
  standings: StandingsTable
  standings_histogram: StandingsHistogramTable
  board_tops: BoardTopsTable
  announcements: AnnouncementsTable
  notifications: NotificationsTable
  pick_locks: PickLocksTable
  pick_commitments: PickCommitmentsTable
  replays: ReplaysTable
  tour_histories: TourHistoriesTable
  seasons: SeasonsTable
  season_results: SeasonResultsTable
  tour_statistics: TourStatisticsTable
  chance_choices: ChanceChoicesTable
  show_chances: ShowChancesTable
  song_chances: SongChancesTable
  system_players: SystemPlayersTable
  system_predictions: SystemPredictionsTable
  expected_points: ExpectedPointsTable
  above_expectation: AboveExpectationTable
  follows: FollowsTable
  leagues: LeaguesTable
  league_members: LeagueMembersTable
  league_removals: LeagueRemovalsTable
  shares: SharesTable
  preview_images: PreviewImagesTable
  night_feats: NightFeatsTable
  badges: BadgesTable
  suspensions: SuspensionsTable
  reports: ReportsTable
  blocked_words: BlockedWordsTable
  api_keys: ApiKeysTable
  public_events: PublicEventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  notification_choices: NotificationChoicesTable
  notification_settings: NotificationSettingsTable
  push_subscriptions: PushSubscriptionsTable
  messages: MessagesTable
  reminders: RemindersTable
  runs: RunsTable
  outbox: OutboxTable
  settings: SettingsTable
  stored_settings: StoredSettingsTable
  setup_code: SetupCodeTable
  backup_work: BackupWorkTable
  topic_versions: TopicVersionsTable
  installation_facts: InstallationFactsTable
}
