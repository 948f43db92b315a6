import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

const HSTS_SECONDS = 365 * 24 * 60 * 60
const NONCE_BYTES = 16

const nonces = new WeakMap<ServerResponse, string>()

/** The nonce of an answer that is a page: the styles and scripts that carry it are ours. */
export function pageNonce(response: ServerResponse): string {
  const nonce = nonces.get(response) ?? randomBytes(NONCE_BYTES).toString('base64')
  nonces.set(response, nonce)
  return nonce
}

const nonceSource = (_request: unknown, response: ServerResponse) => `'nonce-${pageNonce(response)}'`

type PolicyOptions = NonNullable<Parameters<typeof helmet.contentSecurityPolicy>[0]>
type Directives = NonNullable<PolicyOptions['directives']>

/** A content security policy, with the other headers that browsers heed in a page alone. */
function policyOfPage(directives: Directives): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Set on every answer already.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
    xContentTypeOptions: false,
    xFrameOptions: false,
  })
}

/**
 * For the site's pages: everything comes from us, what stands in the page itself carries the answer's nonce
 * (Radix inserts styles with it as well), and nobody may frame us.
 *
 * @param publicUrl names the socket, which not every browser counts as `'self'`
 */
export function pagePolicy(publicUrl: string): RequestHandler {
  const socket = new URL(publicUrl).origin.replace(/^http/, 'ws')
  return policyOfPage({
    'default-src': ["'self'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", nonceSource],
    'style-src': ["'self'", nonceSource],
    'connect-src': ["'self'", socket],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
  })
}

/** For the page that shows the description of the calls: Swagger UI sets style attributes and data images. */
export const apiPagePolicy: RequestHandler = policyOfPage({
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
})

/**
 * For the page that shows the queues job by job: bull-board sets the base of its addresses and styles of its own in the
 * page. Its fonts of another site are not let in, and nothing may be sent from it.
 */
export const jobBoardPolicy: RequestHandler = policyOfPage({
  'default-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'connect-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
})

/** Sets headers that are the same for every request. */
export type SetHeaders = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * The headers of every answer: what browsers heed in data, files and pages alike. Whatever else there is would only be
 * bytes there. Nothing in an answer may load or run anything; a page replaces that policy by its own.
 */
export function securityHeaders({ isProduction }: { isProduction: boolean }): SetHeaders[] {
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
  const overTls = helmet.strictTransportSecurity({ maxAge: HSTS_SECONDS, includeSubDomains: false })
  return isProduction ? [...always, overTls] : always
}

/** What handlers set on any answer, found out once: names and values in turn, for what is answered before Express. */
export function headersSetBy(handlers: readonly SetHeaders[]): string[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  for (const handler of handlers) handler(request, response, () => undefined)
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}
