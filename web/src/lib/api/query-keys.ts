/** Prefix of everything that depends on who is logged in. */
const personal = ['personal'] as const

export const queryKeys = {
  currentUser: ['current-user'],
  site: ['site'],
  config: ['config'],
  songs: ['songs'],
  /** How a song was played. */
  songPage: (songId: number) => ['song-pages', songId],
  /** Prefix of every show, in a list or alone. */
  shows: ['shows'],
  upcomingShows: ['shows', 'upcoming'],
  recentShows: ['shows', 'recent'],
  /** Tonight's. */
  liveShows: ['shows', 'live'],
  show: (showId: number) => ['shows', 'one', showId],
  /** The response that its page begins with. */
  showPage: (showId: number) => ['show-pages', showId],
  /** The songs most likely as opener. */
  openers: (showId: number) => ['openers', showId],
  showDetails: (showId: number) => ['shows', 'details', showId],
  showStatus: (showId: number) => ['shows', 'status', showId],
  /** A show that runs, kept current by events. */
  liveShow: (showId: number) => ['live-shows', showId],
  setlist: (showId: number) => ['setlists', showId],
  crowd: (showId: number) => ['crowds', showId],
  chances: (showId: number) => ['chances', showId],
  /** The machine's and the crowd's. */
  systemCards: (showId: number) => ['system-cards', showId],
  machine: ['machine'],
  aboveExpectation: ['above-expectation'],
  corrections: (showId: number) => ['corrections', showId],
  pickLocks: (showId: number) => ['pick-locks', showId],
  replay: (showId: number) => ['replays', showId],
  practiceShows: ['practice-shows'],
  /** The songs before a show. */
  practice: (showId: number) => ['practice', showId],
  /** What it played, asked for after the card is submitted. */
  practiceResult: (showId: number) => ['practice-results', showId],
  /** The picks of all players, page by page. */
  showPicks: (showId: number) => ['show-picks', showId],
  player: (userId: number) => ['players', userId],
  share: (token: string) => ['shares', token],
  season: (tourId: number) => ['seasons', tourId],
  tourPage: (tourId: number) => ['tour-pages', tourId],
  unsubscription: (token: string, kind: string) => ['unsubscriptions', token, kind],
  tours: ['tours'],
  tourShows: (tourId: number) => ['tours', tourId, 'shows'],
  leaderboards: ['leaderboards'],
  /** `board` is a tour's id, or the contract's GLOBAL_BOARD. */
  leaderboard: (board: number) => ['leaderboards', board],
  longLeaderboards: ['long-leaderboards'],
  /** The same board, as far as it was scrolled. */
  longLeaderboard: (board: number) => ['long-leaderboards', board],
  /** Reset when another user logs in. */
  personal,
  predictions: (userId: number) => [...personal, 'predictions', userId],
  allShowBoards: [...personal, 'show-boards'],
  /** Prefix of the parts of a show's board. */
  showBoards: (showId: number) => [...personal, 'show-boards', showId],
  /** With the own row. */
  showBoard: (showId: number, part: 'tour' | 'around' | 'tour-around' | 'pages' | 'followed') => [
    ...personal,
    'show-boards',
    showId,
    part,
  ],
  /** With the own shows of one who hides the picks. */
  playerShows: (userId: number) => [...personal, 'player-shows', userId],
  playerPicks: (showId: number, userId: number) => [...personal, 'player-picks', showId, userId],
  follows: [...personal, 'follows'],
  /** Prefix of the rows around the fan, of every board. */
  arounds: [...personal, 'arounds'],
  around: (board: number) => [...personal, 'arounds', board],
  breakdown: (predictionId: number) => [...personal, 'breakdowns', predictionId],
  history: (tourId: number) => [...personal, 'histories', tourId],
  currentUserScore: (board: number) => [...personal, 'current-user-scores', board],
  runs: [...personal, 'runs'],
  operations: [...personal, 'operations'],
  notifications: [...personal, 'notifications'],
  unread: [...personal, 'unread'],
  notificationSettings: [...personal, 'notification-settings'],
  apiKeys: [...personal, 'api-keys'],
  leagues: [...personal, 'leagues', 'list'],
  /** Prefix of its tables. */
  league: (leagueId: number) => [...personal, 'leagues', leagueId],
  leagueTable: (leagueId: number, part: object) => [...personal, 'leagues', leagueId, 'table', part],
  leagueMovement: (leagueId: number) => [...personal, 'leagues', leagueId, 'movement'],
  leaguePicked: (leagueId: number, showId: number) => [...personal, 'leagues', leagueId, 'picked', showId],
  leagueCards: (leagueId: number, showId: number, version: number) => [
    ...personal,
    'league-cards',
    leagueId,
    showId,
    version,
  ],
  leagueInvitation: (leagueId: number) => [...personal, 'league-invitations', leagueId],
  invitation: (invitation: string) => [...personal, 'invitations', invitation],
  liveEditor: (showId: number) => [...personal, 'live-editors', showId],
  adminCheck: [...personal, 'admin-check'],
  allAdminUsers: [...personal, 'admin-users'],
  adminUsers: (search: string, after: number | undefined) => [...personal, 'admin-users', search, after],
  adminFiles: (after: number | undefined) => [...personal, 'admin-files', after],
  adminNotices: [...personal, 'admin-notices'],
  adminReported: [...personal, 'admin-reported'],
  adminSuspended: [...personal, 'admin-suspended'],
  adminBlockedWords: [...personal, 'admin-blocked-words'],
  adminWebhooks: [...personal, 'admin-webhooks'],
  adminDeliveries: (webhookId: number, before?: number) => [
    ...personal,
    'admin-webhooks',
    webhookId,
    ...(before === undefined ? [] : [before]),
  ],
  adminShowTasks: [...personal, 'admin-show-tasks'],
  adminShows: [...personal, 'admin-shows'],
  adminTourShows: (tourId: number | null) => [...personal, 'admin-shows', 'tour', tourId],
  adminTour: (tourId: number) => [...personal, 'admin-shows', 'tour-facts', tourId],
  adminShow: (showId: number) => [...personal, 'admin-shows', 'one', showId],
  adminSongs: [...personal, 'admin-songs'],
  adminSongList: (search: string, state: string | undefined) => [
    ...personal,
    'admin-songs',
    'list',
    search,
    state,
  ],
  adminSongRenames: [...personal, 'admin-songs', 'renames'],
  adminSong: (songId: number) => [...personal, 'admin-songs', 'one', songId],
  adminSetlist: (showId: number) => [...personal, 'admin-setlists', showId],
  adminSetlistProposal: (showId: number) => [...personal, 'admin-setlist-proposals', showId],
} as const
