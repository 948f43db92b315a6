import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Real setlists, which may lie beside the repository and never in it: the sites that they come from ask for
 * attribution and non-commercial use.
 */
export const REAL_DATA = resolve(import.meta.dirname, '../../../shared/data')

export const HAS_REAL_DATA = existsSync(REAL_DATA)

/** What a suite that needs real setlists adds to its name. */
export const REAL_DATA_NOTE = HAS_REAL_DATA ? 'real setlists' : 'real setlists: skipped, no ../shared/data'
