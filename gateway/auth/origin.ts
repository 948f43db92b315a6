import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export type IsForeign = (request: Pick<IncomingMessage, 'headers'>) => boolean

/**
 * Recognises requests by pages of other sites, by Fetch-Metadata and by Origin. A client that sends neither is no
 * browser, so it has no cookies of somebody else. Origins are compared whole, with scheme and port. Pages of the
 * requested host are accepted too while PUBLIC_URL is not set, and outside production without a proxy, which would end TLS.
 */
export function foreignOrigins({
  publicUrl,
  hasPublicUrl,
  isProduction,
  trustProxy,
}: Pick<GatewayConfig, 'publicUrl' | 'hasPublicUrl' | 'isProduction' | 'trustProxy'>): IsForeign {
  const publicOrigin = new URL(publicUrl).origin
  const acceptsHost = !(hasPublicUrl && (isProduction || trustProxy !== 0))
  const schemes = hasPublicUrl ? ['http'] : ['http', 'https']
  return ({ headers: { origin, host, 'sec-fetch-site': site } }) => {
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
    if (origin === undefined || origin === publicOrigin) return false
    if (!acceptsHost || host === undefined) return true
    return !schemes.some((scheme) => origin === URL.parse(`${scheme}://${host}`)?.origin)
  }
}

/** Refuses changes requested by pages of other sites. */
export function refuseForeignOrigins(isForeign: IsForeign): RequestHandler {
  return (request, _response, next) => {
    const isRefused = !SAFE_METHODS.has(request.method) && isForeign(request)
    next(isRefused ? new ApiError('foreign_origin') : undefined)
  }
}
