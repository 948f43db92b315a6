import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Set once and handed on: every process that reads this file must mean the same system. */
process.env.JOURNEY_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'called-it-journeys-'))
process.env.JOURNEY_PORT ??= '3411'

const baseURL = `http://127.0.0.1:${process.env.JOURNEY_PORT}`
/** What every run of the tests plays through; the long run plays all of it. */
const EVERY_DAY = ['show-night.journey.ts', 'weight.journey.ts']
const onCi = Boolean(process.env.CI)

/** Journeys through the whole system, started as anybody starts it, over its demo data. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/journeys',
  forbidOnly: onCi,
  workers: 2,
  retries: 0,
  projects: [
    // These only look, at the demo as it is before anybody plays.
    { name: 'screens', testMatch: 'screens.journey.ts', fullyParallel: true },
    {
      name: 'journeys',
      testMatch: process.env.TEST_ALL ? '*.journey.ts' : EVERY_DAY,
      testIgnore: 'screens.journey.ts',
      // One system and one band: those that score a show would see each other's numbers.
      workers: 1,
      dependencies: ['screens'],
    },
  ],
  timeout: 90_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'retain-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys are about the pages; the one about their copies lets it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--no-zygote',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node infra/launch/start.mjs',
    cwd: resolve(import.meta.dirname, '../..'),
    url: `${baseURL}/readyz`,
    env: {
      PORT: process.env.JOURNEY_PORT,
      DATA_DIR: process.env.JOURNEY_DATA_DIR,
      // Everybody comes from one address here.
      RATE_LIMIT_SCALE: '100',
    },
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
    stdout: 'pipe',
  },
})
