import type { Database } from '@called-it/infra/postgres/client'
import { isPostgresAway } from '@called-it/infra/postgres/outage'
import {
  createSetupCode,
  isSetupCode,
  isSetupOpen,
  replaceSetupCode,
} from '@called-it/infra/postgres/queries/accounts/setup-code'
import { SETUP_HEADER } from '@called-it/shared/contract/endpoint'
import { OTHER_PAGES } from '@called-it/shared/contract/page-paths'
import type { Request } from 'express'
import type { Logger } from 'pino'
import { ApiError } from '../http/errors.ts'
import type { RateLimits } from './rate-limits.ts'

const RETRY_MS = 5_000

/** One count for all who try: the code is that of the installation. */
const EVERYBODY = { account: 'installation', address: '' }

export type SetupGate = {
  /** @throws ApiError `not_found` once there is an admin, `wrong_setup_code`, `too_many_requests` */
  admit(request: Pick<Request, 'get'>): Promise<void>
}

export function createSetupGate({ db, limits }: { db: Database; limits: RateLimits }): SetupGate {
  return {
    async admit(request) {
      if (!(await isSetupOpen(db))) throw new ApiError('not_found')
      // First: nobody locks the owner out by wrong tries, and 80 random bits are not guessed.
      if (await isSetupCode(db, request.get(SETUP_HEADER) ?? '')) return
      await limits.count('setup-code', EVERYBODY)
      throw new ApiError('wrong_setup_code')
    },
  }
}

type Announcement = {
  readonly db: Database
  readonly config: { readonly demo: boolean; readonly publicUrl: string }
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** For who reads the output of the program. */
  readonly print: (line: string) => void
  readonly retryMs?: number
}

/**
 * Where there is no admin, stores a new code and prints it: of several gateways the one that started last has the code that
 * counts. While the database is away it tries again.
 */
export async function announceSetupCode(parts: Announcement): Promise<void> {
  const { db, config, log, print, retryMs = RETRY_MS } = parts
  if (config.demo) return
  const code = createSetupCode()
  try {
    if (!(await replaceSetupCode(db, code))) return
  } catch (error) {
    if (!isPostgresAway(error)) log.warn({ err: error }, 'the setup code cannot be stored')
    setTimeout(() => void announceSetupCode(parts), retryMs).unref()
    return
  }
  const address = `${config.publicUrl}${OTHER_PAGES.setup}`
  print(`There is no admin yet. Set it up at ${address} with the code ${code}`)
  log.info({ address, code }, 'there is no admin yet: the setup page asks for this code')
}
