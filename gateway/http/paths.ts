import type { RequestHandler } from 'express'
import { CallError } from './errors.ts'

/** Methods that the gateway has any use for. TRACE would echo cookies to whoever asks. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Several times what browsers and the proxies before us send. */
export const MOST_HEADERS = 64

/** Refuses what no route could make sense of: other methods, too many headers, and paths that are no text. */
export const refuseUnreadable: RequestHandler = (request, _response, next) => {
  if (!METHODS.has(request.method)) return next(new CallError('method_not_allowed'))
  if (request.rawHeaders.length > 2 * MOST_HEADERS) return next(new CallError('malformed'))
  next(isText(request.path) ? undefined : new CallError('malformed_path'))
}

function isText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** Under /api everything answers in JSON, an address that leads nowhere too. */
export const refuseUnknownCalls: RequestHandler = (_request, _response, next) => {
  next(new CallError('not_found'))
}
