import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Real setlists beside the repository, never in it: their sites require attribution and non-commercial use.
 */
export const REAL_DATA = resolve(import.meta.dirname, '../../../shared/data')

export const HAS_REAL_DATA = existsSync(REAL_DATA)

export const REAL_DATA_NOTE = HAS_REAL_DATA ? 'real setlists' : 'real setlists: skipped, no ../shared/data'
