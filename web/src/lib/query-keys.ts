/**
 * The name of everything that is cached, declared once: a feature that changes something names what it
 * made stale by these. Ids are part of the key, so that `queryKeys.show(3)` never meets `show(4)`.
 */
export const queryKeys = {
  currentUser: ['current-user'],
  site: ['site'],
  config: ['config'],
  songs: ['songs'],
  upcomingShows: ['shows', 'upcoming'],
  recentShows: ['shows', 'recent'],
  show: (showId: number) => ['shows', showId],
  showStatus: (showId: number) => ['shows', showId, 'status'],
  setlist: (showId: number) => ['setlists', showId],
  ownPredictions: ['predictions', 'own'],
  ownPrediction: (showId: number) => ['predictions', 'own', showId],
  predictions: (userId: number) => ['predictions', 'of', userId],
  breakdown: (predictionId: number) => ['breakdowns', predictionId],
  tours: ['tours'],
  tourShows: (tourId: number) => ['tours', tourId, 'shows'],
  /** `board` is a tour's id, or the contract's GLOBAL_BOARD. */
  leaderboard: (board: number) => ['leaderboards', board],
  ownScore: (board: number) => ['own-scores', board],
  runs: ['runs'],
  run: (runId: number) => ['runs', runId],
  adminSetlist: (showId: number) => ['admin-setlists', showId],
} as const
