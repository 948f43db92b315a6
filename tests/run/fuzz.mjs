import { bootstrap } from '../../infra/launch/bootstrap.mjs'

await bootstrap(import.meta.url)
const { runFuzz } = await import('./run-fuzz.ts')
await runFuzz()
