import express, { type Request, type RequestHandler } from 'express'
import { allowLongRequest } from '../overload/long-requests.ts'
import { ApiError } from './errors.ts'
import { parseStrictJson } from './strict-json.ts'

/** Several times the longest setlist that can be entered by hand. */
const MAX_BODY_BYTES = 128 * 1024

const readBytes = express.raw({ type: 'application/json', limit: MAX_BODY_BYTES })
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body into `request.body`, undefined if there is none. Anything but JSON in UTF-8 is refused: 400
 * malformed, 413 too large, 415 another content type.
 */
export const readJsonBody: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) return next()
  if (!request.is('application/json')) return next(new ApiError('wrong_type'))
  readBytes(request, response, (error: unknown) => {
    if (error) return next(toBodyError(error))
    try {
      request.body = parseStrictJson(utf8.decode(request.body))
    } catch {
      return next(new ApiError('malformed'))
    }
    next()
  })
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']
/** A form of one short field. */
const MAX_FORM_BYTES = 4 * 1024
const readForm = express.raw({ type: FORMS, limit: MAX_FORM_BYTES })

/** Receives a form and drops it. Anything but a form is refused: 413 too large, 415 another content type. */
export const ignoreForm: RequestHandler = (request, response, next) => {
  if (!hasBody(request)) return next()
  if (!request.is(FORMS)) return next(new ApiError('wrong_type'))
  readForm(request, response, (error: unknown) => next(error ? toBodyError(error) : undefined))
}

/** Leaves the body to the handler. Another content type is refused: 415. */
export const streamBody: RequestHandler = (request, response, next) => {
  if (!request.is('application/octet-stream')) return next(new ApiError('wrong_type'))
  allowLongRequest(request, response)
  // What a refusal leaves unread would stay in the way of the connection's next request.
  response.once('finish', () => request.resume())
  next()
}

function hasBody(request: Request): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

function toBodyError(error: unknown): ApiError {
  const kind = error instanceof Error && 'type' in error ? error.type : undefined
  if (kind === 'entity.too.large') return new ApiError('too_large')
  if (kind === 'encoding.unsupported') return new ApiError('wrong_type')
  return new ApiError('malformed')
}
