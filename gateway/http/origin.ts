import type { RequestHandler } from 'express'
import { CallError } from './errors.ts'

/** Methods that change nothing, and so may be asked for by any page. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const OWN_SITE = new Set(['same-origin', 'none'])

/**
 * Refuses changes that a page of another site asks for: by Fetch-Metadata where the browser sends it, and by
 * Origin. A client that sends neither is no browser, and carries nobody's cookies but its own.
 *
 * @param publicUrl where fans reach the site; a page of the very host that was asked counts as ours too
 */
export function refuseForeignOrigins(publicUrl: string): RequestHandler {
  const publicOrigin = new URL(publicUrl).origin
  return (request, _response, next) => {
    if (SAFE_METHODS.has(request.method)) return next()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isOwnSite = site === undefined || (typeof site === 'string' && OWN_SITE.has(site))
    const isOwnOrigin =
      origin === undefined || origin === publicOrigin || origin === `${request.protocol}://${request.host}`
    next(isOwnSite && isOwnOrigin ? undefined : new CallError('foreign_origin'))
  }
}
