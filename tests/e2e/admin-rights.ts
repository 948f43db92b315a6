import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

/** Gives somebody the admin's rights or takes them away, as whoever runs the installation does: by the command line. */
export async function changeRights(change: 'grant' | 'revoke', email: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: process.env.JOURNEY_DATA_DIR }
  await run(process.execPath, ['infra/launch/cli.mjs', 'admin', change, email], { cwd: ROOT, env })
}
