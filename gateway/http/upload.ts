import { AVATAR_LIMITS, FIELD_TEXTS } from '@called-it/shared/contract/fields'
import type { Request, RequestHandler, Response } from 'express'
import multer, { type ErrorCode as MulterCode, MulterError } from 'multer'
import { CallError } from './errors.ts'
import { createTurns } from './turns.ts'

/** Each holds a whole file in memory, and a slow phone takes its time. */
const READ_AT_ONCE = 8
/** Their bytes wait in the network meanwhile. */
const WAITING = 32

/** What browsers send of one file is far below these. */
const FORM_LIMITS = {
  files: 1,
  fields: 0,
  parts: 1,
  headerPairs: 8,
  fieldNameSize: 100,
  fieldNestingDepth: 1,
}

/** A form that can be read and is not the one that is asked for. */
const OTHER_FORM = new Set<MulterCode>([
  'LIMIT_FIELD_COUNT',
  'LIMIT_FILE_COUNT',
  'LIMIT_PART_COUNT',
  'LIMIT_UNEXPECTED_FILE',
])

/**
 * Reads the one file of a form into `request.file`; its name is nobody's. Anything but such a form is refused:
 * 400 unreadable, 413 too large, 415 another content type, 422 without the file or with more than it.
 *
 * @param field under which the file is sent
 * @param fileSize the largest file in bytes
 */
export function readUpload(field: string, fileSize: number = AVATAR_LIMITS.bytes): RequestHandler {
  const form = multer({ storage: multer.memoryStorage(), limits: { ...FORM_LIMITS, fileSize } })
  const readFile = form.single(field)
  const takeTurn = createTurns(READ_AT_ONCE, WAITING)
  const isNotOneFile = () =>
    new CallError('invalid', { issues: [{ path: field, message: FIELD_TEXTS.upload }] })

  const readForm = (request: Request, response: Response) =>
    new Promise<void>((resolve, reject) => {
      // Whoever went away while waiting is never heard of again, and would keep the turn.
      if (request.destroyed) return reject(new CallError('malformed'))
      readFile(request, response, (error: unknown) => {
        if (error) reject(isOtherForm(error) ? isNotOneFile() : toUploadError(error))
        else resolve()
      })
    })

  return async (request, response, next) => {
    if (!request.is('multipart/form-data')) throw new CallError('wrong_type')
    await takeTurn(() => readForm(request, response))
    if (!request.file) throw isNotOneFile()
    next()
  }
}

function isOtherForm(error: unknown): boolean {
  return error instanceof MulterError && OTHER_FORM.has(error.code)
}

function toUploadError(error: unknown): CallError {
  const isTooLarge = error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE'
  return new CallError(isTooLarge ? 'picture_too_large' : 'malformed')
}
