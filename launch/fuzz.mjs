import { bootstrap } from './bootstrap.mjs'

await bootstrap(import.meta.url)
const { runFuzz } = await import('./fuzz-run.ts')
await runFuzz(process.argv.slice(2))
