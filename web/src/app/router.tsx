import type { PublicPage } from '@called-it/shared/contract/page-paths'
import type { ComponentType, ReactNode } from 'react'
import { matchPath, Route, Routes, useMatch } from 'react-router-dom'
import { HomePage } from '../features/home/home-page.tsx'
import { HomeSkeleton } from '../features/home/home-skeleton.tsx'
import { phaseCard } from '../features/home/use-phase.ts'
import { lazyExport } from '../lib/lazy-export.tsx'
import { patterns } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { RequireAdmin, RequireUser } from './guards.tsx'
import { leagueParts } from './league-parts.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell.tsx'

// By the names of their patterns. The build reads them too.
const PUBLIC = {
  leaderboard: lazyExport(() => import('./boards-page.tsx')),
  machine: lazyExport(() => import('../features/leaderboard/against-the-odds-page.tsx')),
  aboveExpectation: lazyExport(() => import('../features/leaderboard/against-the-odds-page.tsx')),
  show: lazyExport(() => import('./show-page.tsx')),
  share: lazyExport(() => import('../features/show/share/share-page.tsx')),
  proof: lazyExport(() => import('../features/show/proof/proof-page.tsx')),
  replay: lazyExport(() => import('../features/show/replay/replay-page.tsx')),
  practice: lazyExport(() => import('./practice-page.tsx')),
  practiceShows: lazyExport(() => import('../features/show/practice/practice-shows-page.tsx')),
  song: lazyExport(() => import('../features/song/song-page.tsx')),
  player: lazyExport(() => import('../features/player/player-page.tsx')),
  tour: lazyExport(() => import('../features/tour/tour-page.tsx')),
  season: lazyExport(() => import('../features/tour/season-page.tsx')),
  invitation: lazyExport(() => import('../features/leagues/join-page.tsx')),
  privacy: lazyExport(() => import('../features/legal/legal-page.tsx')),
  terms: lazyExport(() => import('../features/legal/legal-page.tsx')),
} satisfies Record<Exclude<PublicPage, 'home'>, ComponentType>
/** Not rendered by the server: mail scanners open links that work once. */
const FORMS = {
  setup: lazyExport(() => import('./setup-page.tsx')),
  unsubscribe: lazyExport(() => import('../features/notifications/unsubscribe-page.tsx')),
  login: lazyExport(() => import('../features/accounts/login-page.tsx')),
  register: lazyExport(() => import('../features/accounts/register-page.tsx')),
  registrationSuccess: lazyExport(() => import('../features/accounts/registration-success-page.tsx')),
  verifyEmail: lazyExport(() => import('../features/accounts/verify-email-page.tsx')),
  linkSent: lazyExport(() => import('../features/accounts/links/link-sent-page.tsx')),
  emailLink: lazyExport(() => import('../features/accounts/links/email-link-page.tsx')),
  signedIn: lazyExport(() => import('../features/accounts/issuers/signed-in-page.tsx')),
  resendVerification: lazyExport(() => import('../features/accounts/resend-verification-page.tsx')),
  forgotPassword: lazyExport(() => import('../features/accounts/forgot-password-page.tsx')),
  resetPassword: lazyExport(() => import('../features/accounts/reset-password-page.tsx')),
  changeAddress: lazyExport(() => import('../features/accounts/access/change-address-page.tsx')),
}
const FOR_USERS = {
  myPredictions: lazyExport(() => import('../features/my-predictions/my-predictions-page.tsx')),
  notifications: lazyExport(() => import('../features/notifications/notifications-page.tsx')),
  notificationSettings: lazyExport(() => import('../features/notifications/settings/settings-page.tsx')),
  access: lazyExport(() => import('../features/accounts/access/access-page.tsx')),
  apiKeys: lazyExport(() => import('../features/accounts/access/api-keys-page.tsx')),
  leagues: lazyExport(() => import('../features/leagues/leagues-page.tsx')),
  league: lazyExport(() => import('../features/leagues/league-page.tsx')),
}
const FOR_ADMINS = {
  admin: lazyExport(() => import('./dashboard.tsx')),
  adminPeople: lazyExport(() => import('../features/dashboard/people-page.tsx')),
  adminSystem: lazyExport(() => import('./dashboard-system.tsx')),
  adminAudit: lazyExport(() => import('../features/dashboard/audit/audit-page.tsx')),
  adminSettings: lazyExport(() => import('../features/installation/settings-page.tsx')),
  adminBackups: lazyExport(() => import('../features/installation/backups/backups-page.tsx')),
  adminSetup: lazyExport(() => import('../features/installation/setup/wizard-page.tsx')),
  adminReports: lazyExport(() => import('../features/dashboard/reports/reports-redirect.tsx')),
  adminWebhooks: lazyExport(() => import('../features/dashboard/webhooks/webhooks-page.tsx')),
  testTours: lazyExport(() => import('../features/test-tours/test-tours-page.tsx')),
  adminScoring: lazyExport(() => import('../features/scoring/scoring-page.tsx')),
  setlistEditor: lazyExport(() => import('../features/scoring/setlist-editor/setlist-editor-page.tsx')),
  adminSongs: lazyExport(() => import('../features/song-catalogue/songs-page.tsx')),
  adminSong: lazyExport(() => import('../features/song-catalogue/song-page.tsx')),
}
const LAZY_PAGES = {
  liveEditor: lazyExport(() => import('../features/live-editor/live-editor-page.tsx')),
  profile: lazyExport(() => import('../features/accounts/profile-page.tsx')),
  ...PUBLIC,
  ...FORMS,
  ...FOR_USERS,
  ...FOR_ADMINS,
}
/** Home is in the first chunk because most visits begin there. */
export const PAGES = {
  home: HomePage,
  ...LAZY_PAGES,
} satisfies Readonly<Record<Exclude<keyof typeof patterns, 'prediction' | 'score'>, ComponentType>>
export type Pages = Readonly<Record<keyof typeof PAGES, ComponentType>>

/** Paths ignore case and a trailing slash. */
export function AppRoutes({ pages = PAGES }: { pages?: Pages }) {
  const byName: Readonly<Record<string, ComponentType>> = pages
  const routesOf = (group: object) =>
    Object.entries(patterns).map(([name, path]) => {
      const Page = name in group && byName[name]
      return Page && <Route key={name} path={path} element={<Page />} />
    })
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<HomeRoute page={<pages.home />} />}>
          <Route path={patterns.home} element={null} />
          <Route path={patterns.prediction} element={null} />
          <Route path={patterns.score} element={null} />
        </Route>
        {routesOf(PUBLIC)}
        {routesOf(FORMS)}
        <Route element={<RequireAdmin orOperator />}>
          <Route path={patterns.liveEditor} element={<pages.liveEditor />} />
        </Route>
        <Route element={<RequireUser redirectMessage={t('site.need-login')} />}>
          <Route path={patterns.profile} element={<pages.profile />} />
        </Route>
        <Route element={<RequireUser />}>{routesOf(FOR_USERS)}</Route>
        <Route element={<RequireAdmin />}>{routesOf(FOR_ADMINS)}</Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** The name of a path's pattern. */
export const pageNameOf = (pathname: string) =>
  Object.entries(patterns).find(([, pattern]) => matchPath(pattern, pathname))?.[0]

/** Resolves once the page can be rendered without its fallback, or cannot be loaded. */
export async function loadPage(name: string | undefined, hasBeside: boolean): Promise<void> {
  const pages: Readonly<Record<string, Loadable>> = LAZY_PAGES
  const besides: Readonly<Record<string, Loadable>> = hasBeside ? BESIDE_PAGES : {}
  if (name) await Promise.allSettled([pages[name]?.load(), besides[name]?.load()])
}

type Loadable = { load: () => Promise<unknown> }

// What pages of fans show at once beside their own module. The build knows them too.
const BESIDE_PAGES = { home: phaseCard, leaderboard: leagueParts }

/** Of the pages that the server renders. */
export function isRenderedPage(name: string | undefined): boolean {
  return name !== undefined && (name === 'home' || name in PUBLIC)
}

/** Home, the builder and the score view are one page that stays mounted between them. */
function HomeRoute({ page }: { page: ReactNode }) {
  const isPublic = useMatch(patterns.home) !== null
  return (
    <RequireUser when={!isPublic} waiting={<HomeSkeleton />}>
      {page}
    </RequireUser>
  )
}
