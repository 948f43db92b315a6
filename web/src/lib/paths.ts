import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'

/** The addresses of the pages. `patterns` are for the router, `paths` for links and redirects. */
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
  myPredictions: '/my-predictions',
  leaderboard: '/leaderboard',
  admin: '/admin',
  adminScoring: '/admin/scoring',
  setlistEditor: '/admin/shows/:showId',
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
  myPredictions: patterns.myPredictions,
  leaderboard: patterns.leaderboard,
  admin: patterns.admin,
  adminScoring: patterns.adminScoring,
  /** No page of the client's: links to it load it. */
  jobBoard: JOB_BOARD_PATH,
  /** The score management at the shows of a tour; null: at those on no tour. */
  tourScoring: (tourId: number | null) => `${patterns.adminScoring}?tour=${tourId ?? 'none'}`,
  setlistEditor: (showId: number) => `/admin/shows/${showId}`,
} as const
