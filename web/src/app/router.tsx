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
const importLeagues = () => import('../features/leagues/league-pages.tsx')
const importPastShow = () => import('../features/show/past-show-page.tsx')

export const PAGES = {
  HomePage,
  LeaderboardPage: lazyExport(importBoards, 'LeaderboardPage'),
  MachinePage: lazyExport(importBoards, 'MachinePage'),
  AboveExpectationPage: lazyExport(importBoards, 'AboveExpectationPage'),
  LeaguesPage: lazyExport(importLeagues, 'LeaguesPage'),
  LeaguePage: lazyExport(importLeagues, 'LeaguePage'),
  JoinPage: lazyExport(importLeagues, 'JoinPage'),
  ShowPage: lazyExport(() => import('../features/show/show-page.tsx'), 'ShowPage'),
  SharePage: lazyExport(() => import('../features/show/share/share-page.tsx'), 'SharePage'),
  ProofPage: lazyExport(() => import('../features/show/proof/proof-page.tsx'), 'ProofPage'),
  ReplayPage: lazyExport(importPastShow, 'ReplayPage'),
  PracticePage: lazyExport(importPastShow, 'PracticePage'),
  PracticeShowsPage: lazyExport(importPastShow, 'PracticeShowsPage'),
  SongPage: lazyExport(() => import('../features/song/song-page.tsx'), 'SongPage'),
  PlayerPage: lazyExport(() => import('../features/player/player-page.tsx'), 'PlayerPage'),
  SeasonPage: lazyExport(() => import('../features/season/season-page.tsx'), 'SeasonPage'),
  LiveEditorPage: lazyExport(() => import('../features/live-editor/live-editor-page.tsx'), 'LiveEditorPage'),
  MyPredictionsPage: lazyExport(
    () => import('../features/my-predictions/my-predictions-page.tsx'),
    'MyPredictionsPage',
  ),
  NotificationsPage: lazyExport(
    () => import('../features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
  NotificationSettingsPage: lazyExport(
    () => import('../features/notifications/settings/settings-page.tsx'),
    'NotificationSettingsPage',
  ),
  UnsubscribePage: lazyExport(
    () => import('../features/notifications/unsubscribe-page.tsx'),
    'UnsubscribePage',
  ),
  LoginPage: lazyExport(() => import('../features/accounts/login-page.tsx'), 'LoginPage'),
  RegisterPage: lazyExport(() => import('../features/accounts/register-page.tsx'), 'RegisterPage'),
  RegistrationSuccessPage: lazyExport(
    () => import('../features/accounts/registration-success-page.tsx'),
    'RegistrationSuccessPage',
  ),
  VerifyEmailPage: lazyExport(() => import('../features/accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
  ResendVerificationPage: lazyExport(
    () => import('../features/accounts/resend-verification-page.tsx'),
    'ResendVerificationPage',
  ),
  ForgotPasswordPage: lazyExport(
    () => import('../features/accounts/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  ResetPasswordPage: lazyExport(
    () => import('../features/accounts/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  ApiKeysPage: lazyExport(() => import('../features/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
  ProfilePage: lazyExport(() => import('../features/accounts/profile-page.tsx'), 'ProfilePage'),
  AdminDashboard: lazyExport(() => import('./admin-dashboard.tsx'), 'AdminDashboard'),
  TestToursPage: lazyExport(() => import('../features/test-tours/test-tours-page.tsx'), 'TestToursPage'),
  AdminScoringPage: lazyExport(
    () => import('../features/admin-scoring/admin-scoring-page.tsx'),
    'AdminScoringPage',
  ),
  SetlistEditorPage: lazyExport(
    () => import('../features/admin-scoring/setlist-editor/setlist-editor-page.tsx'),
    'SetlistEditorPage',
  ),
  ReportsPage: lazyExport(
    () => import('../features/admin-dashboard/reports/reports-page.tsx'),
    'ReportsPage',
  ),
  WebhooksPage: lazyExport(
    () => import('../features/admin-dashboard/webhooks/webhooks-page.tsx'),
    'WebhooksPage',
  ),
  SongsPage: lazyExport(() => import('../features/admin-songs/songs-page.tsx'), 'SongsPage'),
  AdminSongPage: lazyExport(() => import('../features/admin-songs/song-page.tsx'), 'SongPage'),
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
