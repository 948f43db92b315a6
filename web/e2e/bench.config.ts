import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** How heavy and how quick the pages are, in a browser on a system of its own. Wants a quiet machine. */
export default defineConfig({
  ...journeys,
  projects: [{ name: 'bench', testMatch: '*.bench.ts' }],
  workers: 1,
  timeout: 300_000,
  use: { ...journeys.use, trace: 'off' },
})
