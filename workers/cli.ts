/** The operator's commands: `npm run cli -- --help`, or `node workers/cli.ts` where DATABASE_URL is set. */
import { carryOut } from './cli/carry-out.ts'

process.exitCode = await carryOut(process.argv.slice(2))
