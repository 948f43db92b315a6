import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'

/** `patterns` are for the router, `paths` for links and redirects. */
export const patterns = {
  home: '/',
  prediction: '/prediction/:showId',
  score: '/prediction/:showId/score',
  login: '/login',
  register: '/register',
  registrationSuccess: '/registration-success',
  verifyEmail: '/verify-email/:token?',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token?',
  profile: '/profile',
  apiKeys: '/profile/keys',
  myPredictions: '/my-predictions',
  leaderboard: '/leaderboard',
  show: '/shows/:showId',
  liveEditor: '/shows/:showId/live',
  proof: '/shows/:showId/proof',
  replay: '/shows/:showId/replay',
  practice: '/shows/:showId/practice',
  practiceShows: '/practice',
  song: '/songs/:songKey',
  machine: '/machine',
  aboveExpectation: '/above-expectation',
  player: '/players/:userId',
  leagues: '/leagues',
  league: '/leagues/:leagueId',
  invitation: '/join/:invitation',
  share: '/s/:token',
  season: '/tours/:tourId/season',
  notifications: '/notifications',
  admin: '/admin',
  adminReports: '/admin/reports',
  adminScoring: '/admin/scoring',
  setlistEditor: '/admin/shows/:showId',
  adminSongs: '/admin/songs',
  adminSong: '/admin/songs/:songId',
  testTours: '/test-tours',
} as const

export const paths = {
  home: patterns.home,
  prediction: (showId: number) => `/prediction/${showId}`,
  score: (showId: number) => `/prediction/${showId}/score`,
  login: patterns.login,
  /** The login page with the notice that the address was verified. */
  loginVerified: `${patterns.login}?verified=true`,
  register: patterns.register,
  registrationSuccess: (email: string) => `${patterns.registrationSuccess}?${new URLSearchParams({ email })}`,
  resendVerification: patterns.resendVerification,
  forgotPassword: patterns.forgotPassword,
  profile: patterns.profile,
  apiKeys: patterns.apiKeys,
  myPredictions: patterns.myPredictions,
  leaderboard: patterns.leaderboard,
  showRankings: (showId: number) => `${patterns.leaderboard}?tab=shows&show=${showId}`,
  tourRankings: (tourId: number) => `${patterns.leaderboard}?tab=tours&tour=${tourId}`,
  show: (showId: number) => `/shows/${showId}`,
  liveEditor: (showId: number) => `/shows/${showId}/live`,
  proof: (showId: number) => `/shows/${showId}/proof`,
  replay: (showId: number) => `/shows/${showId}/replay`,
  practice: (showId: number) => `/shows/${showId}/practice`,
  practiceShows: patterns.practiceShows,
  /** Without a slug the page adds it. */
  song: ({ id, slug }: { id: number; slug?: string }) =>
    `/songs/${id}${slug ? `-${encodeURIComponent(slug)}` : ''}`,
  machine: patterns.machine,
  aboveExpectation: patterns.aboveExpectation,
  player: (userId: number) => `/players/${userId}`,
  leagues: patterns.leagues,
  league: (leagueId: number) => `/leagues/${leagueId}`,
  invitation: (invitation: string) => `/join/${encodeURIComponent(invitation)}`,
  share: (token: string) => `/s/${token}`,
  season: (tourId: number) => `/tours/${tourId}/season`,
  notifications: patterns.notifications,
  admin: patterns.admin,
  adminReports: patterns.adminReports,
  adminScoring: patterns.adminScoring,
  /** Not a page of the client: use a plain link. */
  jobBoard: JOB_BOARD_PATH,
  /** Score management with a tour selected; null: the shows on no tour. */
  tourScoring: (tourId: number | null) => `${patterns.adminScoring}?tour=${tourId ?? 'none'}`,
  setlistEditor: (showId: number) => `/admin/shows/${showId}`,
  adminSongs: patterns.adminSongs,
  adminSong: (songId: number) => `/admin/songs/${songId}`,
} as const

/** Null for what cannot be the id of a show. */
export function readShowId(text: string | undefined): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
