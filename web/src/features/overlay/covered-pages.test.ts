import { expect, test } from 'vitest'
import { isCoveredPage, showIdOfPage } from './covered-pages.ts'

test.each([
  '/login',
  '/LOGIN/',
  '/register',
  '/registration-success',
  '/forgot-password',
  '/reset-password',
  '/reset-password/abc',
  '/verify-email/abc',
  '/resend-verification',
  '/profile',
  '/profile/keys',
  '/my-predictions',
  '/notifications',
  '/leagues',
  '/Leagues/4/',
  '/join/HKPT46',
  '/shows/3/live',
  '/Shows/3/LIVE/',
  '/admin',
  '/admin/scoring',
  '/Admin/Scoring/',
  '/admin/songs/5',
  '/admin/reports',
  '/admin/webhooks',
  '/test-tours',
])('leaves %s open', (path) => {
  expect(isCoveredPage(path)).toBe(false)
})

test.each([
  '/',
  '/prediction/3',
  '/prediction/3/score',
  '/leaderboard',
  '/shows/3',
  '/shows/3/live/more',
  '/shows/3/proof',
  '/shows/3/replay',
  '/shows/3/practice',
  '/practice',
  '/songs/12-owl-hours',
  '/players/12',
  '/s/aBc',
  '/tours/3/season',
  '/machine',
  '/Above-Expectation/',
  '/leagues/4/more',
  '/join',
  '/nowhere',
  '/login/nowhere',
  '/administer',
])('covers %s', (path) => {
  expect(isCoveredPage(path)).toBe(true)
})

test.each([
  ['/shows/3', 3],
  ['/Shows/3/proof', 3],
  ['/shows/3/replay', 3],
  ['/shows/3/practice', 3],
  ['/practice', null],
  ['/songs/3-owl-hours', null],
  ['/machine', null],
  ['/shows/x', null],
  ['/prediction/3', null],
])('finds the show of %s', (path, showId) => {
  expect(showIdOfPage(path)).toBe(showId)
})
