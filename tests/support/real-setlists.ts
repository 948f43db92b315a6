import { existsSync } from 'node:fs'

/**
 * A folder of real setlists, named by the environment variable REAL_SETLISTS. It is never part of the repository:
 * the sites that the files come from require attribution and non-commercial use.
 */
export const REAL_SETLISTS = process.env.REAL_SETLISTS ?? ''

export const HAS_REAL_SETLISTS = REAL_SETLISTS !== '' && existsSync(REAL_SETLISTS)

export const REAL_SETLISTS_TITLE = HAS_REAL_SETLISTS
  ? 'real setlists'
  : 'real setlists (skipped: REAL_SETLISTS names no folder)'
