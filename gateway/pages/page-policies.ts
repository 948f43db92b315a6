import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { GatewayConfig } from '../config.ts'

const NONCE_BYTES = 16

const nonces = new WeakMap<ServerResponse, string>()

/** The same nonce for every use within one response. */
export function pageNonce(response: ServerResponse): string {
  const nonce = nonces.get(response) ?? randomBytes(NONCE_BYTES).toString('base64')
  nonces.set(response, nonce)
  return nonce
}

const nonceSource = (_request: unknown, response: ServerResponse) => `'nonce-${pageNonce(response)}'`

type PolicyOptions = NonNullable<Parameters<typeof helmet.contentSecurityPolicy>[0]>
type Directives = NonNullable<PolicyOptions['directives']>

/** Only names that Chromium knows: it logs each other one as an error. */
const UNUSED_FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb'
const PERMISSIONS = UNUSED_FEATURES.split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A content security policy, with the other headers that only matter for pages. */
function createPolicy(directives: Directives): RequestHandler {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Set on every response by `securityHeaders`.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
    xContentTypeOptions: false,
    xFrameOptions: false,
  })
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS)
    setHeaders(request, response, next)
  }
}

/**
 * Inline styles and scripts need the response's nonce; Radix inserts styles with it too.
 *
 * @param publicUrl its WebSocket origin is named because not every browser counts it as `'self'`
 */
export function pagePolicy(publicUrl: string): RequestHandler {
  const socket = new URL(publicUrl).origin.replace(/^http/, 'ws')
  return createPolicy({
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", nonceSource],
    'style-src': ["'self'", nonceSource],
    'connect-src': ["'self'", socket],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
  })
}

/** For pages of packages, which set style attributes and data images. Whatever they load from other sites is blocked. */
function packagedPagePolicy(baseUri: string): RequestHandler {
  return createPolicy({
    'default-src': ["'none'"],
    'base-uri': [baseUri],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'connect-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
  })
}

/** The one page that other sites may frame. It has no script. */
export function embedPolicy(
  config: Pick<GatewayConfig, 'embedOrigins'>,
  styleSources: readonly string[],
): RequestHandler {
  const policy = createPolicy({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [() => config.embedOrigins.join(' ') || "'none'"],
    'style-src': [...styleSources],
  })
  return (request, response, next) => {
    // Older than frame-ancestors, and without a list.
    if (config.embedOrigins.length > 0) response.removeHeader('X-Frame-Options')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    policy(request, response, next)
  }
}

export const apiPagePolicy = packagedPagePolicy("'none'")
/** bull-board sets its own base URL. */
export const jobBoardPolicy = packagedPagePolicy("'self'")
