import type { RequestHandler } from 'express'
import { ApiError } from '../http/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * Refuses changes requested by pages of other sites, by Fetch-Metadata and by Origin. A client that sends neither is no
 * browser, so it has no cookies of somebody else.
 *
 * @param publicUrl pages of the requested host itself are accepted too
 */
export function refuseForeignOrigins(publicUrl: string): RequestHandler {
  const publicOrigin = new URL(publicUrl).origin
  return (request, _response, next) => {
    if (SAFE_METHODS.has(request.method)) return next()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwnSite = site === undefined || (typeof site === 'string' && OWN_SITE.has(site))
    const isOwnOrigin =
      origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`
    next(isOwnSite && isOwnOrigin ? undefined : new ApiError('foreign_origin'))
  }
}
