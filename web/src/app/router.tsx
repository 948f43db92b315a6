import type { ComponentType, ReactNode } from 'react'
import { Outlet, Route, Routes, useMatch } from 'react-router-dom'
import { HomePage } from '../features/home/home-page.tsx'
import { HomeSkeleton } from '../features/home/home-skeleton.tsx'
import { lazyExport } from '../lib/lazy-export.ts'
import { patterns } from '../lib/paths.ts'
import { RequireAdmin, RequireUser } from './guards.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { Shell } from './shell.tsx'

const importBoards = () => import('../features/leaderboard/board-pages.tsx')
const LeaderboardPage = lazyExport(importBoards, 'LeaderboardPage')
const MachinePage = lazyExport(importBoards, 'MachinePage')
const AboveExpectationPage = lazyExport(importBoards, 'AboveExpectationPage')
const importLeagues = () => import('../features/leagues/league-pages.tsx')
const LeaguesPage = lazyExport(importLeagues, 'LeaguesPage')
const LeaguePage = lazyExport(importLeagues, 'LeaguePage')
const JoinPage = lazyExport(importLeagues, 'JoinPage')
const ShowPage = lazyExport(() => import('../features/show/show-page.tsx'), 'ShowPage')
const SharePage = lazyExport(() => import('../features/show/share/share-page.tsx'), 'SharePage')
const ProofPage = lazyExport(() => import('../features/show/proof/proof-page.tsx'), 'ProofPage')
const importPastShow = () => import('../features/show/past-show-page.tsx')
const ReplayPage = lazyExport(importPastShow, 'ReplayPage')
const PracticePage = lazyExport(importPastShow, 'PracticePage')
const PracticeShowsPage = lazyExport(importPastShow, 'PracticeShowsPage')
const SongPage = lazyExport(() => import('../features/song/song-page.tsx'), 'SongPage')
const PlayerPage = lazyExport(() => import('../features/player/player-page.tsx'), 'PlayerPage')
const SeasonPage = lazyExport(() => import('../features/season/season-page.tsx'), 'SeasonPage')
const LiveEditorPage = lazyExport(
  () => import('../features/live-editor/live-editor-page.tsx'),
  'LiveEditorPage',
)
const MyPredictionsPage = lazyExport(
  () => import('../features/my-predictions/my-predictions-page.tsx'),
  'MyPredictionsPage',
)
const NotificationsPage = lazyExport(
  () => import('../features/notifications/notifications-page.tsx'),
  'NotificationsPage',
)
const NotificationSettingsPage = lazyExport(
  () => import('../features/notifications/settings/settings-page.tsx'),
  'NotificationSettingsPage',
)
const UnsubscribePage = lazyExport(
  () => import('../features/notifications/unsubscribe-page.tsx'),
  'UnsubscribePage',
)
const LoginPage = lazyExport(() => import('../features/accounts/login-page.tsx'), 'LoginPage')
const RegisterPage = lazyExport(() => import('../features/accounts/register-page.tsx'), 'RegisterPage')
const RegistrationSuccessPage = lazyExport(
  () => import('../features/accounts/registration-success-page.tsx'),
  'RegistrationSuccessPage',
)
const VerifyEmailPage = lazyExport(
  () => import('../features/accounts/verify-email-page.tsx'),
  'VerifyEmailPage',
)
const ResendVerificationPage = lazyExport(
  () => import('../features/accounts/resend-verification-page.tsx'),
  'ResendVerificationPage',
)
const ForgotPasswordPage = lazyExport(
  () => import('../features/accounts/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
const ResetPasswordPage = lazyExport(
  () => import('../features/accounts/reset-password-page.tsx'),
  'ResetPasswordPage',
)
const ApiKeysPage = lazyExport(() => import('../features/api-keys/api-keys-page.tsx'), 'ApiKeysPage')
const ProfilePage = lazyExport(() => import('../features/accounts/profile-page.tsx'), 'ProfilePage')
const AdminDashboard = lazyExport(() => import('./admin-dashboard.tsx'), 'AdminDashboard')
const TestToursPage = lazyExport(() => import('../features/test-tours/test-tours-page.tsx'), 'TestToursPage')
const AdminScoringPage = lazyExport(
  () => import('../features/admin-scoring/admin-scoring-page.tsx'),
  'AdminScoringPage',
)
const SetlistEditorPage = lazyExport(
  () => import('../features/admin-scoring/setlist-editor/setlist-editor-page.tsx'),
  'SetlistEditorPage',
)
const ReportsPage = lazyExport(
  () => import('../features/admin-dashboard/reports/reports-page.tsx'),
  'ReportsPage',
)
const WebhooksPage = lazyExport(
  () => import('../features/admin-dashboard/webhooks/webhooks-page.tsx'),
  'WebhooksPage',
)
const SongsPage = lazyExport(() => import('../features/admin-songs/songs-page.tsx'), 'SongsPage')
const AdminSongPage = lazyExport(() => import('../features/admin-songs/song-page.tsx'), 'SongPage')

export const PAGES = {
  HomePage,
  LeaderboardPage,
  MachinePage,
  AboveExpectationPage,
  LeaguesPage,
  LeaguePage,
  JoinPage,
  ShowPage,
  SharePage,
  ProofPage,
  ReplayPage,
  PracticePage,
  PracticeShowsPage,
  SongPage,
  PlayerPage,
  SeasonPage,
  LiveEditorPage,
  MyPredictionsPage,
  NotificationsPage,
  NotificationSettingsPage,
  UnsubscribePage,
  LoginPage,
  RegisterPage,
  RegistrationSuccessPage,
  VerifyEmailPage,
  ResendVerificationPage,
  ForgotPasswordPage,
  ResetPasswordPage,
  ApiKeysPage,
  ProfilePage,
  AdminDashboard,
  TestToursPage,
  AdminScoringPage,
  SetlistEditorPage,
  ReportsPage,
  WebhooksPage,
  SongsPage,
  AdminSongPage,
}
export type Pages = Readonly<Record<keyof typeof PAGES, ComponentType>>

/** Home is in the first chunk because most visits begin there. Paths ignore case and a trailing slash. */
export function AppRoutes({ pages = PAGES }: { pages?: Pages }) {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<HomeRoute page={<pages.HomePage />} />}>
          <Route path={patterns.home} element={null} />
          <Route path={patterns.prediction} element={null} />
          <Route path={patterns.score} element={null} />
        </Route>
        <Route path={patterns.leaderboard} element={<pages.LeaderboardPage />} />
        <Route path={patterns.machine} element={<pages.MachinePage />} />
        <Route path={patterns.aboveExpectation} element={<pages.AboveExpectationPage />} />
        <Route path={patterns.show} element={<pages.ShowPage />} />
        <Route path={patterns.share} element={<pages.SharePage />} />
        <Route path={patterns.proof} element={<pages.ProofPage />} />
        <Route path={patterns.replay} element={<pages.ReplayPage />} />
        <Route path={patterns.practice} element={<pages.PracticePage />} />
        <Route path={patterns.practiceShows} element={<pages.PracticeShowsPage />} />
        <Route path={patterns.song} element={<pages.SongPage />} />
        <Route path={patterns.player} element={<pages.PlayerPage />} />
        <Route path={patterns.season} element={<pages.SeasonPage />} />
        <Route
          path={patterns.liveEditor}
          element={
            <RequireAdmin orOperator>
              <pages.LiveEditorPage />
            </RequireAdmin>
          }
        />
        <Route path={patterns.unsubscribe} element={<pages.UnsubscribePage />} />
        <Route path={patterns.invitation} element={<pages.JoinPage />} />
        <Route path={patterns.login} element={<pages.LoginPage />} />
        <Route path={patterns.register} element={<pages.RegisterPage />} />
        <Route path={patterns.registrationSuccess} element={<pages.RegistrationSuccessPage />} />
        <Route path={patterns.verifyEmail} element={<pages.VerifyEmailPage />} />
        <Route path={patterns.resendVerification} element={<pages.ResendVerificationPage />} />
        <Route path={patterns.forgotPassword} element={<pages.ForgotPasswordPage />} />
        <Route path={patterns.resetPassword} element={<pages.ResetPasswordPage />} />
        <Route
          path={patterns.profile}
          element={
            <RequireUser redirectMessage="You need to be logged in to access this page. Redirecting to login...">
              <pages.ProfilePage />
            </RequireUser>
          }
        />
        <Route
          path={patterns.myPredictions}
          element={
            <RequireUser>
              <pages.MyPredictionsPage />
            </RequireUser>
          }
        />
        <Route
          path={patterns.notifications}
          element={
            <RequireUser>
              <pages.NotificationsPage />
            </RequireUser>
          }
        />
        <Route
          element={
            <RequireUser>
              <Outlet />
            </RequireUser>
          }
        >
          <Route path={patterns.notificationSettings} element={<pages.NotificationSettingsPage />} />
          <Route path={patterns.apiKeys} element={<pages.ApiKeysPage />} />
          <Route path={patterns.leagues} element={<pages.LeaguesPage />} />
          <Route path={patterns.league} element={<pages.LeaguePage />} />
        </Route>
        <Route
          element={
            <RequireAdmin>
              <Outlet />
            </RequireAdmin>
          }
        >
          <Route path={patterns.admin} element={<pages.AdminDashboard />} />
          <Route path={patterns.adminReports} element={<pages.ReportsPage />} />
          <Route path={patterns.adminWebhooks} element={<pages.WebhooksPage />} />
          <Route path={patterns.testTours} element={<pages.TestToursPage />} />
          <Route path={patterns.adminScoring} element={<pages.AdminScoringPage />} />
          <Route path={patterns.setlistEditor} element={<pages.SetlistEditorPage />} />
          <Route path={patterns.adminSongs} element={<pages.SongsPage />} />
          <Route path={patterns.adminSong} element={<pages.AdminSongPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
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
