import { describe, expect, test } from 'vitest'
import { isClientPage, isPublicRead, isUserRead } from './caches.ts'

describe('offline caches', () => {
  test.each([
    '/api/songs/all',
    '/api/shows/upcoming',
    '/api/shows/12',
    '/api/shows/12/live',
    '/api/shows/12/chances',
    '/api/setlists/12',
    '/api/tours/3/leaderboard',
    '/api/leaderboard',
    '/api/admin/config',
  ])('caches %s for everybody', (path) => {
    expect([isPublicRead(path), isUserRead(path)]).toEqual([true, false])
  })

  test.each([
    '/api/auth/me',
    '/api/users/current/predictions/12',
    '/api/users/7/predictions',
    '/api/users/current/tours/3/score',
    '/api/predictions/9/breakdown',
    '/api/shows/12/live/editor',
    '/api/players/7',
    '/api/players/7/shows',
    '/api/leagues',
    '/api/leagues/3',
  ])('caches %s for the user alone', (path) => {
    expect([isPublicRead(path), isUserRead(path)]).toEqual([false, true])
  })

  test.each([
    '/api/clock',
    '/api/shares/abc',
    '/api/admin/users',
    '/api/admin/check',
    '/api/auth/verify-email/abc',
    '/api/docs',
    '/healthz',
  ])('does not cache %s', (path) => {
    expect([isPublicRead(path), isUserRead(path)]).toEqual([false, false])
  })

  test.each([
    ['/admin', true],
    ['/admin/jobsite', true],
    ['/api/docs', false],
    ['/embed/board', false],
    ['/calendar.ics', false],
    ['/Feed.atom', false],
    ['/manifest.webmanifest', false],
    ['/icons/0f-any-192.png', false],
    ['/admin/jobs', false],
    ['/Admin/Jobs/queue/runs', false],
  ])('recognises %s as a page of the client: %s', (path, isPage) => {
    expect(isClientPage(path)).toBe(isPage)
  })
})
