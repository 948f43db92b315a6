import type { Database } from '@called-it/infra/postgres/client'
import { insertRefusal } from '@called-it/infra/postgres/queries/accounts/audit-log'
import type { Rights } from '@called-it/infra/postgres/queries/accounts/users'
import type { Access, Endpoint } from '@called-it/shared/contract/endpoint'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { userOfKey } from '../auth/api-keys.ts'
import { requireFreshLogin } from '../auth/fresh-login.ts'
import type { Authentication } from '../auth/passport.ts'
import type { Sessions } from '../auth/session.ts'
import type { SetupGate } from '../auth/setup-code.ts'
import { ApiError } from './errors.ts'
import { requestFacts } from './request-facts.ts'
import { knownSession } from './request-session.ts'

export type AdmissionParts = {
  readonly db: Database
  readonly sessions: Sessions
  readonly authentication: Authentication
  readonly setup: SetupGate
}

export function checkKey({ forKeys }: Endpoint): RequestHandler {
  return (request, _response, next) => {
    const isRefused = userOfKey(request) !== undefined && !forKeys
    next(isRefused ? new ApiError('key_not_allowed') : undefined)
  }
}

export function checkFreshLogin({ needsFreshLogin }: Endpoint, { db }: AdmissionParts): RequestHandler {
  return async (request, _response, next) => {
    if (needsFreshLogin) await requireFreshLogin(db, knownSession(request))
    next()
  }
}

export function authorize({ access, method, personal }: Endpoint, parts: AdmissionParts): RequestHandler[] {
  if (access === 'setup') return [checkSetupCode(parts), ...admit('visitor', parts)]
  return access === 'visitor' && method === 'GET' && !personal ? [] : admit(access, parts)
}

function checkSetupCode({ setup }: AdmissionParts): RequestHandler {
  return async (request, _response, next) => {
    await setup.admit(request)
    next()
  }
}

function mayAccess(access: Access, user: Rights | undefined): boolean {
  if (access === 'admin') return user?.isAdmin === true
  return access !== 'operator' || user?.isAdmin === true || user?.isLiveOperator === true
}

/** Reads the session and the user from the database at every request, so that revoked rights end at once. */
export function admit(access: Access, { db, sessions, authentication }: AdmissionParts): RequestHandler[] {
  const checkAccess = async (request: Request, response: Response, next: NextFunction) => {
    const keyed = userOfKey(request)
    if (keyed) request.user = keyed
    const { user } = request
    if (access !== 'visitor' && !user) {
      sessions.deleteFlag(request, response)
      throw new ApiError('not_logged_in')
    }
    if (user) requestFacts(request).userId = user.id
    if (!mayAccess(access, user)) {
      if (user?.resting && mayAccess(access, user.resting)) throw new ApiError('rights_rest')
      const { id: requestId, route } = requestFacts(request)
      if (user) await insertRefusal(db, { userId: user.id, route, address: request.ip ?? '', requestId })
      throw new ApiError('not_allowed')
    }
    if (user && !keyed) await sessions.roll(request)
    next()
  }
  const unlessKeyed =
    (step: RequestHandler): RequestHandler =>
    (request, response, next) =>
      userOfKey(request) ? next() : step(request, response, next)
  return [unlessKeyed(sessions.read), unlessKeyed(authentication.restoreUser), checkAccess]
}
