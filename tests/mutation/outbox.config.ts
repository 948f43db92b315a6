import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Vitest's configuration for mutation testing: the tests of the outbox alone, on a Postgres and a Redis that stay up from
 * mutant to mutant.
 */
export default {
  // The house's packages are links to the checkout, and the mutants are in a copy of it.
  resolve: { alias: [{ find: /^@called-it\/(.+)$/, replacement: `${root}/$1.ts` }] },
  test: {
    include: [
      'infra/postgres/queries/work/outbox*.int.test.ts',
      'infra/observability/store-metrics.int.test.ts',
      'workers/outbox/{effects,relay}.int.test.ts',
    ],
    globalSetup: 'tests/support/test-services.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What a mutant has lost is waited for in vain.
    expect: { poll: { timeout: 5_000, interval: 20 } },
  },
}
