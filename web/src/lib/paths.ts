import { OTHER_PAGES, PUBLIC_PAGES, publicPaths } from '@called-it/shared/contract/page-paths'
import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'

/** `patterns` are for the router, `paths` for links and redirects. */
export const patterns = { ...PUBLIC_PAGES, ...OTHER_PAGES } as const

export const paths = {
  ...publicPaths,
  prediction: (showId: number) => `/prediction/${showId}`,
  score: (showId: number) => `/prediction/${showId}/score`,
  setup: patterns.setup,
  login: patterns.login,
  /** The login page with the notice that the address was verified. */
  loginVerified: `${patterns.login}?verified=true`,
  register: patterns.register,
  /** The admins' link. */
  signUpWith: (code: string) => `${patterns.register}?${new URLSearchParams({ invitation: code })}`,
  registrationSuccess: (email: string) => `${patterns.registrationSuccess}?${new URLSearchParams({ email })}`,
  linkSent: (email: string) => `${patterns.linkSent}?${new URLSearchParams({ email })}`,
  resendVerification: patterns.resendVerification,
  forgotPassword: patterns.forgotPassword,
  profile: patterns.profile,
  access: patterns.access,
  apiKeys: patterns.apiKeys,
  myPredictions: patterns.myPredictions,
  /** With the picking sheet for visitors. */
  showSheet: (showId: number) => `${publicPaths.show(showId)}?sheet=1`,
  liveEditor: (showId: number) => `/shows/${showId}/live`,
  leagues: patterns.leagues,
  league: (leagueId: number) => `/leagues/${leagueId}`,
  notifications: patterns.notifications,
  notificationSettings: patterns.notificationSettings,
  admin: patterns.admin,
  adminPeople: patterns.adminPeople,
  adminSystem: patterns.adminSystem,
  adminBackups: patterns.adminBackups,
  adminAudit: patterns.adminAudit,
  adminSettings: patterns.adminSettings,
  adminSetup: patterns.adminSetup,
  setupStep: (step: string) => `${patterns.adminSetup}?step=${step}`,
  /** What concerns a user. */
  auditOf: (userId: number) => `${patterns.adminAudit}?user=${userId}`,
  adminWebhooks: patterns.adminWebhooks,
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
