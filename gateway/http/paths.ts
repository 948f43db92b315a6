import type { RequestHandler } from 'express'
import { ApiError } from './errors.ts'

/** TRACE, which would echo cookies, is refused like every other method. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

/** Several times what browsers and proxies send. */
export const MAX_HEADERS = 64

/** Refuses other methods, too many headers, and paths that are not valid text. */
export const refuseInvalidRequests: RequestHandler = (request, _response, next) => {
  if (!METHODS.has(request.method)) return next(new ApiError('method_not_allowed'))
  if (request.rawHeaders.length > 2 * MAX_HEADERS) return next(new ApiError('malformed'))
  next(isValidText(request.path) ? undefined : new ApiError('malformed_path'))
}

function isValidText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** Sends the JSON 404 of the API, where Express would send HTML. */
export const refuseUnknownPaths: RequestHandler = (_request, _response, next) => {
  next(new ApiError('not_found'))
}
