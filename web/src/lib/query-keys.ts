/** Everything that belongs to the logged-in fan, or is answered to their rights only. */
const fan = ['fan'] as const

/**
 * The name of everything that is cached, declared once: a feature that changes something names what it
 * made stale by these. Ids are part of the key, so that `queryKeys.show(3)` never meets `show(4)`.
 */
export const queryKeys = {
  currentUser: ['current-user'],
  site: ['site'],
  config: ['config'],
  songs: ['songs'],
  /** Every show in whatever list or detail. */
  shows: ['shows'],
  upcomingShows: ['shows', 'upcoming'],
  recentShows: ['shows', 'recent'],
  show: (showId: number) => ['shows', 'one', showId],
  showDetails: (showId: number) => ['shows', 'details', showId],
  showStatus: (showId: number) => ['shows', 'status', showId],
  setlist: (showId: number) => ['setlists', showId],
  tours: ['tours'],
  tourShows: (tourId: number) => ['tours', tourId, 'shows'],
  leaderboards: ['leaderboards'],
  /** `board` is a tour's id, or the contract's GLOBAL_BOARD. */
  leaderboard: (board: number) => ['leaderboards', board],
  longLeaderboards: ['long-leaderboards'],
  /** The same board, as far down as the visitor went. */
  longLeaderboard: (board: number) => ['long-leaderboards', board],
  /** Emptied when the fan changes. */
  fan,
  ownPredictions: [...fan, 'own-predictions'],
  ownPrediction: (showId: number) => [...fan, 'own-predictions', showId],
  predictions: (userId: number) => [...fan, 'predictions', userId],
  breakdown: (predictionId: number) => [...fan, 'breakdowns', predictionId],
  ownScore: (board: number) => [...fan, 'own-scores', board],
  runs: [...fan, 'runs'],
  operations: [...fan, 'operations'],
  run: (runId: number) => [...fan, 'runs', runId],
  adminCheck: [...fan, 'admin-check'],
  adminUsers: (search: string, after: number | undefined) => [...fan, 'admin-users', search, after],
  adminFiles: (after: number | undefined) => [...fan, 'admin-files', after],
  adminShows: [...fan, 'admin-shows'],
  /** Of a tour; null: of those on no tour. */
  adminTourShows: (tourId: number | null) => [...fan, 'admin-shows', 'tour', tourId],
  adminTour: (tourId: number) => [...fan, 'admin-shows', 'tour-facts', tourId],
  adminShow: (showId: number) => [...fan, 'admin-shows', 'one', showId],
  adminSetlist: (showId: number) => [...fan, 'admin-setlists', showId],
} as const
