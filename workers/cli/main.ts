/** `npm run cli -- --help`, or `node workers/cli/main.ts` where DATABASE_URL is set. */
import { runCli } from './run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2))
