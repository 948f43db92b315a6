import { bootstrap } from './bootstrap.mjs'

await bootstrap(import.meta.url)
const { runTests } = await import('./test-run.ts')
await runTests({ all: process.argv.includes('--all') })
