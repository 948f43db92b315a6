import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Vitest configuration of the mutation tests of the outbox. Postgres and Redis run on from mutant to mutant. */
export default {
  // The links of the workspaces lead to the checkout, but the mutants are in a copy of it.
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
    // Short, because tests wait until the end for what a mutant loses.
    expect: { poll: { timeout: 5_000, interval: 20 } },
  },
}
