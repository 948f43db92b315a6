import { expect, test } from 'vitest'
import { kindOf } from './turn-away.ts'

test.each([
  ['GET', '/api/leaderboard?after=x', 'read'],
  ['HEAD', '/api/avatars/1/a.webp', 'read'],
  ['POST', '/api/predictions', 'change'],
  ['DELETE', '/API/users/current/predictions/1', 'change'],
  ['POST', '/api/admin/shows/1/score', 'admin'],
  ['GET', '/', null],
  ['GET', '/healthz', null],
  ['GET', '/readyz', null],
  ['GET', '/apiary', null],
  ['GET', '/socket.io/?EIO=4', null],
  ['GET', '/assets/api/main.js', null],
])('what is lost with %s %s is %s', (method, url, kind) => {
  expect(kindOf({ method, url })).toBe(kind)
})
