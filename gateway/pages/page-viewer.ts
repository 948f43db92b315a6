import type { Database } from '@called-it/infra/postgres/client'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { SESSION_FLAG } from '@called-it/shared/contract/served-page'
import type { Request } from 'express'
import { inSession } from '../auth/resting-rights.ts'
import type { Sessions } from '../auth/session.ts'
import { hasCookie } from '../auth/session-cookie.ts'
import type { GatewayConfig } from '../config.ts'

export type ReadViewer = (request: Request) => Promise<User | null | 'unknown'>

/** For whom a page is: null for a visitor, `unknown` where the session of the browser has ended. */
export function openPageViewers(
  db: Database,
  { cookieName, readLive }: Pick<Sessions, 'cookieName' | 'readLive'>,
  config: Pick<GatewayConfig, 'requiresPasskeys'>,
): ReadViewer {
  return async (request) => {
    const { cookie } = request.headers
    if (!hasCookie(cookie, SESSION_FLAG.name) && !hasCookie(cookie, cookieName)) return null
    const session = await readLive(request)
    const user = session && (await findUserById(db, session.userId))
    const { requiresPasskeys } = config
    return user ? inSession(user, { requiresPasskeys, hasUsedPasskey: session.hasUsedPasskey }) : 'unknown'
  }
}
