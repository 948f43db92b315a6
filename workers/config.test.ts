import { expect, test } from 'vitest'
import { readWorkersSettings } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/called-it',
  REDIS_URL: 'redis://redis.example',
  SETTINGS_KEY: 'b5b2f1f24b1e8a6e8c6a0d6f9e7d3c3f1e5a7b9c0d2e4f60718293a4b5c6d7e8',
}

test.each([
  ['nothing without a source', {}, null],
  ['the demo where it is on', { DEMO: 'on' }, 21_600_000],
  ['the source that was chosen', { SETLIST_SOURCE: 'demo' }, 21_600_000],
  ['nothing where that is off', { SETLIST_SOURCE: 'demo', IMPORT_EVERY: '0' }, null],
])('imports in production %s', (_, env, everyMs) => {
  expect(readWorkersSettings({ ...PRODUCTION, ...env }).importEveryMs).toBe(everyMs)
})
