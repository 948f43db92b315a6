/** The pages of the client in the notation of its router. Everybody may see these. */
export const PUBLIC_PAGES = {
  home: '/',
  leaderboard: '/leaderboard',
  machine: '/machine',
  aboveExpectation: '/above-expectation',
  show: '/shows/:showId',
  proof: '/shows/:showId/proof',
  replay: '/shows/:showId/replay',
  practice: '/shows/:showId/practice',
  practiceShows: '/practice',
  song: '/songs/:songKey',
  player: '/players/:userId',
  tour: '/tours/:tourId',
  season: '/tours/:tourId/season',
  share: '/s/:token',
  invitation: '/join/:invitation',
  privacy: '/privacy',
  terms: '/terms',
} as const
export type PublicPage = keyof typeof PUBLIC_PAGES

/** For who has a session, or to get one. */
export const OTHER_PAGES = {
  prediction: '/prediction/:showId',
  score: '/prediction/:showId/score',
  setup: '/setup',
  login: '/login',
  register: '/register',
  registrationSuccess: '/registration-success',
  verifyEmail: '/verify-email/:token?',
  linkSent: '/link-sent',
  emailLink: '/link/:token',
  signedIn: '/signed-in',
  resendVerification: '/resend-verification',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password/:token?',
  changeAddress: '/change-address/:token',
  profile: '/profile',
  access: '/profile/access',
  apiKeys: '/profile/keys',
  myPredictions: '/my-predictions',
  liveEditor: '/shows/:showId/live',
  leagues: '/leagues',
  league: '/leagues/:leagueId',
  notifications: '/notifications',
  notificationSettings: '/notifications/settings',
  unsubscribe: '/unsubscribe/:token/:kind',
  admin: '/admin',
  adminPeople: '/admin/people',
  adminSystem: '/admin/system',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  adminBackups: '/admin/backups',
  adminSetup: '/admin/setup',
  adminReports: '/admin/reports',
  adminWebhooks: '/admin/webhooks',
  adminScoring: '/admin/scoring',
  setlistEditor: '/admin/shows/:showId',
  adminSongs: '/admin/songs',
  adminSong: '/admin/songs/:songId',
  testTours: '/test-tours',
} as const

/** For links to them. */
export const publicPaths = {
  home: PUBLIC_PAGES.home,
  leaderboard: PUBLIC_PAGES.leaderboard,
  showRankings: (showId: number) => `${PUBLIC_PAGES.leaderboard}?tab=shows&show=${showId}`,
  tourRankings: (tourId: number) => `${PUBLIC_PAGES.leaderboard}?tab=tours&tour=${tourId}`,
  machine: PUBLIC_PAGES.machine,
  aboveExpectation: PUBLIC_PAGES.aboveExpectation,
  show: (showId: number) => `/shows/${showId}`,
  proof: (showId: number) => `/shows/${showId}/proof`,
  replay: (showId: number) => `/shows/${showId}/replay`,
  practice: (showId: number) => `/shows/${showId}/practice`,
  practiceShows: PUBLIC_PAGES.practiceShows,
  privacy: PUBLIC_PAGES.privacy,
  terms: PUBLIC_PAGES.terms,
  /** Without a slug the page adds it. */
  song: ({ id, slug }: { id: number; slug?: string }) =>
    `/songs/${id}${slug ? `-${encodeURIComponent(slug)}` : ''}`,
  player: (userId: number) => `/players/${userId}`,
  tour: (tourId: number) => `/tours/${tourId}`,
  season: (tourId: number) => `/tours/${tourId}/season`,
  share: (token: string) => `/s/${token}`,
  invitation: (invitation: string) => `/join/${encodeURIComponent(invitation)}`,
} as const

/** The number of the song in the path of its page; null without one. */
export function songIdOf(songKey = ''): number | null {
  const digits = /^([1-9]\d{0,9})(?:-|$)/.exec(songKey)?.[1]
  return digits === undefined ? null : Number(digits)
}
