import { bootstrap } from './bootstrap.mjs'

await bootstrap(import.meta.url)
const { runSystem } = await import('./system.ts')
await runSystem('start')
