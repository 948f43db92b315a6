import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })
const { resolve } = createRequire(import.meta.url)

/** The version of a package as it is installed. */
export function versionOf(packageName: string): string {
  return manifest.parse(JSON.parse(readFileSync(resolve(`${packageName}/package.json`), 'utf8'))).version
}

/** The packages that carry live events, as they are installed. */
export const installedVersions = { 'socket.io': versionOf('socket.io'), ws: versionOf('ws') }
