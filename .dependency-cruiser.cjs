/**
 * Which room may use which. Any other import is an error.
 * ARCHITECTURE.md describes the rooms; tests/repository/boundaries.test.ts plants a forbidden import in every room.
 */
const tests = '^tests/|\\.test\\.tsx?$'

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'declared',
      comment: 'A package that no package.json names comes with another package and may vanish.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'shared-is-pure',
      severity: 'error',
      from: { path: '^shared/', pathNot: tests },
      to: { pathNot: '^shared/|^node_modules/zod/' },
    },
    {
      name: 'game-below-contract',
      severity: 'error',
      from: { path: '^shared/game/', pathNot: tests },
      to: { pathNot: '^shared/game/' },
    },
    {
      name: 'languages-below-infra',
      severity: 'error',
      from: { path: '^languages/', pathNot: tests },
      to: { path: '^(infra|gateway|workers|web)/' },
    },
    {
      name: 'infra-below-programs',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/launch/' },
      to: { path: '^(gateway|workers|web)/' },
    },
    {
      name: 'gateway-alone',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(workers|web)/' },
    },
    {
      name: 'workers-alone',
      severity: 'error',
      from: { path: '^workers/' },
      to: { path: '^(gateway|web)/' },
    },
    {
      name: 'web-uses-shared-alone',
      severity: 'error',
      from: { path: '^web/(src|vite)', pathNot: tests },
      to: { path: '^(languages|infra|gateway|workers)/' },
    },
    {
      name: 'launch-starts-programs-only',
      comment: 'The launcher starts the programs as processes and never loads them.',
      severity: 'error',
      from: { path: '^infra/launch/' },
      to: { path: '^(gateway|workers|web)/' },
    },
    {
      name: 'launch-is-not-imported',
      severity: 'error',
      from: { pathNot: `^infra/launch/|${tests}` },
      to: { path: '^infra/launch/' },
    },
    {
      name: 'features-apart',
      severity: 'error',
      from: { path: '^(web/src|gateway)/features/([^/]+)/' },
      to: { path: '^$1/features/', pathNot: '^$1/features/$2/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^web/src/(features|ui|lib)/', pathNot: tests },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'ui-and-lib-below-features',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'sources-by-catalogue',
      comment: 'Which site or file the setlists come from is known in infra/setlist-sources alone.',
      severity: 'error',
      from: { pathNot: `^infra/setlist-sources/|${tests}` },
      to: { path: '^infra/setlist-sources/[^/]+/' },
    },
    {
      name: 'bullmq-in-queues-only',
      severity: 'error',
      from: { pathNot: '^infra/queues/' },
      to: { path: '^node_modules/bullmq/' },
    },
    {
      name: 'sql-in-queries-only',
      comment:
        'Other rooms call queries by name. The embedded server only creates its own database, and tests and benchmarks run statements that the product must not have.',
      severity: 'error',
      from: { pathNot: `^infra/(postgres|launch)/|${tests}` },
      to: { path: '^node_modules/(kysely|pg|pg-copy-streams)/' },
    },
    {
      name: 'migrations-know-no-code',
      severity: 'error',
      from: { path: '^infra/postgres/migrations/' },
      to: { pathNot: '^node_modules/kysely/' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '^tests/|\\.test\\.tsx?$' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.build|\\.data)/' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
