import { AVATAR_LIMITS, FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import type { Request, RequestHandler, Response } from 'express'
import multer, { type ErrorCode as MulterCode, MulterError } from 'multer'
import { limitConcurrency } from '../overload/limit-concurrency.ts'
import { ApiError } from './errors.ts'

/** Each holds a whole file in memory, for as long as a slow phone needs to send it. */
const MAX_CONCURRENT = 8
/** Their bytes stay in the network. */
const MAX_WAITING = 32

/** Far above what browsers send for one file. */
const FORM_LIMITS = {
  files: 1,
  fields: 0,
  parts: 1,
  headerPairs: 8,
  fieldNameSize: 100,
  fieldNestingDepth: 1,
}

/** Well-formed, but not a form with one file. */
const UNEXPECTED_FORM = new Set<MulterCode>([
  'LIMIT_FIELD_COUNT',
  'LIMIT_FILE_COUNT',
  'LIMIT_PART_COUNT',
  'LIMIT_UNEXPECTED_FILE',
])

export type UploadLimits = {
  /** Counts an upload before its body is read. @throws ApiError `too_many_requests` */
  count(userId: number): Promise<void>
  /** Time for the body. */
  readonly bodyMs: number
}

/** For a user's second upload at once: the first one takes a few seconds. */
const RETRY_SECONDS = 5

/**
 * Reads the one file of a form into `request.file`. Anything else is refused: 400 malformed, 413 too large, 415 another
 * content type, 422 without the file or with more than it. Also refused are 408 a slow body, 429 a second upload of the
 * user at once and one too many.
 *
 * @param field the form field of the file
 */
export function readUpload(field: string, { count, bodyMs }: UploadLimits): RequestHandler {
  const limits = { ...FORM_LIMITS, fileSize: AVATAR_LIMITS.bytes }
  const form = multer({ storage: multer.memoryStorage(), limits })
  const readFile = form.single(field)
  const takeTurn = limitConcurrency(MAX_CONCURRENT, MAX_WAITING)
  const uploading = new Set<number>()
  const isNotOneFile = () =>
    new ApiError('invalid', { issues: [{ path: field, message: FIELD_TEXTS.upload }] })

  const readForm = (request: Request, response: Response) =>
    new Promise<void>((resolve, reject) => {
      // A client that disconnected while waiting emits no further event, and would keep its slot.
      if (request.destroyed) return reject(new ApiError('malformed'))
      const timer = setTimeout(() => {
        // Ends the connection after the response, and with it the reading.
        response.set('Connection', 'close')
        reject(new ApiError('upload_too_slow'))
      }, bodyMs)
      readFile(request, response, (error: unknown) => {
        clearTimeout(timer)
        if (error) reject(isUnexpectedForm(error) ? isNotOneFile() : toUploadError(error))
        else resolve()
      })
    })

  return async (request, response, next) => {
    if (!request.is('multipart/form-data')) throw new ApiError('wrong_type')
    const userId = request.user?.id
    if (userId === undefined) throw new ApiError('not_logged_in')
    if (uploading.has(userId)) throw new ApiError('too_many_requests', { retryAfter: RETRY_SECONDS })
    // Its `close` has been emitted and would not end the upload.
    if (response.closed) throw new ApiError('malformed')
    uploading.add(userId)
    response.once('close', () => uploading.delete(userId))
    await count(userId)
    await takeTurn(() => readForm(request, response))
    if (!request.file) throw isNotOneFile()
    next()
  }
}

function isUnexpectedForm(error: unknown): boolean {
  return error instanceof MulterError && UNEXPECTED_FORM.has(error.code)
}

function toUploadError(error: unknown): ApiError {
  const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
  return new ApiError(isTooLarge ? 'picture_too_large' : 'malformed')
}
