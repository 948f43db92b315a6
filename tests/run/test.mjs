import { bootstrap } from '../../infra/launch/bootstrap.mjs'

await bootstrap(import.meta.url)
const { runTests } = await import('./run-tests.ts')
await runTests(
  process.argv.includes('--all') ? 'all' : process.argv.includes('--faults') ? 'faults' : 'everyday',
)
