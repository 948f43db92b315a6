import { defineConfig } from 'vitest/config'
import { EVERYDAY_FAULTS, isLongRun, LONG_FILES } from './tests/support/long-run.ts'
import { PATIENT } from './tests/support/patience.ts'

const rooms = '{shared,languages,infra,gateway,workers,tests}'
/** Two cores are what the project counts on; more workers only wait for each other. */
const maxWorkers = 2
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${rooms}/**/*.test.ts`],
          exclude: ['**/*.{int,fault}.test.ts', '**/node_modules/**'],
          maxWorkers,
          isolate: false,
          // Some start processes, which takes seconds on a busy machine.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            `${rooms}/**/*.int.test.ts`,
            ...(isLongRun ? [`${rooms}/**/*.fault.test.ts`] : EVERYDAY_FAULTS),
          ],
          exclude: ['**/node_modules/**', ...(isLongRun ? [] : LONG_FILES)],
          globalSetup: 'tests/support/test-services.ts',
          maxWorkers,
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: PATIENT },
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: 'web/vite.config.ts',
        root: 'web',
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          maxWorkers,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
