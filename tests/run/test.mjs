import { bootstrap } from '../../infra/launch/bootstrap.mjs'

await bootstrap(import.meta.url)
const { runTests } = await import('./run-tests.ts')
const [option] = process.argv.slice(2)
await runTests(option === '--all' ? 'all' : option === '--faults' ? 'faults' : 'everyday')
