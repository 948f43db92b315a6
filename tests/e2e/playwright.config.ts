import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { journeySystem } from './journey-system.ts'
import { LONG } from './long.ts'

/** Set once and inherited: every process that reads this file must use the same system. */
process.env.JOURNEY_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'called-it-journeys-'))
process.env.JOURNEY_PORT ??= '3411'

const system = journeySystem({ port: process.env.JOURNEY_PORT, dataDir: process.env.JOURNEY_DATA_DIR })
/** Run by `npm test`; `npm run test:all` runs all journeys. */
const EVERYDAY = [
  'show-night.journey.ts',
  'picking.journey.ts',
  'league.journey.ts',
  'embed.journey.ts',
  'installable.journey.ts',
  'weight.journey.ts',
  'rendered.journey.ts',
]
/** Both go through all screens. */
const SCREENS = process.env.TEST_ALL ? ['screens.journey.ts', 'accessible.journey.ts'] : 'screens.journey.ts'
const onCi = Boolean(process.env.CI)

/** Journeys through the system as `npm start` starts it, with the demo data. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/journeys',
  forbidOnly: onCi,
  ...(process.env.TEST_ALL ? {} : { grepInvert: new RegExp(LONG.tag) }),
  workers: 2,
  retries: 0,
  projects: [
    // Read only, so they run first: the screens are of the unchanged demo data.
    { name: 'screens', testMatch: SCREENS, fullyParallel: true },
    {
      name: 'journeys',
      testMatch: process.env.TEST_ALL ? '*.journey.ts' : EVERYDAY,
      testIgnore: ['screens.journey.ts', 'accessible.journey.ts'],
      // They share one system, and many of the long ones change what all fans see.
      workers: process.env.TEST_ALL ? 1 : 2,
      fullyParallel: !process.env.TEST_ALL,
      dependencies: ['screens'],
    },
    ...(process.env.SCREENSHOTS
      ? [{ name: 'picture', testMatch: 'demo-show.picture.ts', dependencies: ['screens'] }]
      : []),
  ],
  timeout: 90_000,
  // What screen readers get of a page.
  expect: { timeout: 30_000, toMatchAriaSnapshot: { pathTemplate: '{testDir}/trees/{arg}{ext}' } },
  use: {
    baseURL: new URL(system.url).origin,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording takes a third of the time.
    trace: process.env.TEST_ALL ? 'retain-on-failure' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    // Journeys that need the service worker allow it.
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
    command: `node ${system.script}`,
    cwd: system.cwd,
    url: system.url,
    env: system.env,
    // `npm test` starts one for both projects.
    reuseExistingServer: Boolean(process.env.JOURNEY_SYSTEM_RUNS),
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 40_000 },
    stdout: 'pipe',
  },
})
