import type { Database } from '@called-it/infra/postgres/client'
import { findUserOfApiKey } from '@called-it/infra/postgres/queries/accounts/api-keys'
import type { Request, RequestHandler } from 'express'
import { ApiError } from '../http/errors.ts'
import type { RateLimits } from './rate-limits.ts'

const BEARER = /^Bearer +(\S+)$/i

const users = new WeakMap<Request, Express.User>()

/** The user of the request's key, without any rights; undefined without a key. */
export function userOfKey(request: Request): Express.User | undefined {
  return users.get(request)
}

/**
 * Finds the user of a request's key. Other schemes than Bearer are a proxy's.
 *
 * @throws ApiError `unknown_key`, `key_not_allowed`, `too_many_requests`
 */
export function readApiKeys(db: Database, limits: Pick<RateLimits, 'count'>): RequestHandler {
  return async (request, _response, next) => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) return next()
    const user = await findUserOfApiKey(db, key)
    if (!user) throw new ApiError('unknown_key')
    // Also what is refused below.
    await limits.count('api-key', { account: user.id, address: '' })
    // Whatever the path: also one that no endpoint has.
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('key_not_allowed')
    users.set(request, { ...user, isAdmin: false, isLiveOperator: false, rightsRestAt: null })
    next()
  }
}
