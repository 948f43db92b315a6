import { bootstrap } from './bootstrap.mjs'

await bootstrap(import.meta.url)
const { runCommand } = await import('./command.ts')
await runCommand(process.argv.slice(2))
