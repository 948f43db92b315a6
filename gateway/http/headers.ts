import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Endpoint } from '@called-it/shared/contract/endpoint'
import etag from 'etag'
import helmet from 'helmet'
import type { GatewayConfig } from '../config.ts'

const HSTS_SECONDS = 365 * 24 * 60 * 60

export const COMPRESSION_THRESHOLD_BYTES = 1024

export type SetHeaders = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The security headers of data, files and pages alike. A page replaces the policy by its own. */
export function securityHeaders({
  isProduction,
  hstsIncludesSubDomains,
}: Pick<GatewayConfig, 'isProduction' | 'hstsIncludesSubDomains'>): SetHeaders[] {
  const always = [
    helmet.contentSecurityPolicy({
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    }),
    helmet.crossOriginResourcePolicy(),
    helmet.xContentTypeOptions(),
    helmet.xFrameOptions({ action: 'deny' }),
  ]
  const overTls = helmet.strictTransportSecurity({
    maxAge: HSTS_SECONDS,
    includeSubDomains: hstsIncludesSubDomains,
  })
  return isProduction ? [...always, overTls] : always
}

/** The headers that middleware sets on every response, names and values in turn, for responses sent before Express. */
export function headersSetBy(middleware: readonly SetHeaders[]): string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  for (const setHeaders of middleware) setHeaders(request, response, () => undefined)
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}

/** What everybody may read is revalidated by ETag. What belongs to one user is stored by our service worker only. */
export function cacheControl({
  method,
  access,
  personal,
}: Pick<Endpoint, 'method' | 'access' | 'personal'>): string {
  return method === 'GET' && access === 'visitor' && !personal ? 'no-cache' : 'no-store'
}

/** Used by Express (`app.set('etag')`) and the response cache, so that both send the same tag. */
export function weakEtag(body: string | Buffer): string {
  return etag(body, { weak: true })
}
