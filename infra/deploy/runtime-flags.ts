import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

const file = path.join(import.meta.dirname, 'worker-runtime.env')
const { WORKER_FLAGS: flags = '', ...env } = parseEnv(readFileSync(file, 'utf8'))

export const WORKER_FLAGS: readonly string[] = flags.split(' ')
export const WORKER_ENV: Readonly<Record<string, string | undefined>> = env
