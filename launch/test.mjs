import { bootstrap } from './bootstrap.mjs'

await bootstrap(import.meta.url)
const { runTests } = await import('./test-run.ts')
await runTests(
  process.argv.includes('--all') ? 'all' : process.argv.includes('--faults') ? 'faults' : 'everyday',
)
