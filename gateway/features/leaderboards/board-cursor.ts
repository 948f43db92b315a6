import type { BoardPosition } from '@called-it/infra/postgres/queries/standings/standings'
import { isStorable } from '@called-it/shared/contract/entered-fields'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'

/** Not negative: SQL negates it, and -2147483648 has no opposite. */
const int32 = z.int32().nonnegative()
const sortName = z.string().refine(isStorable)
const position = z.tuple([int32, int32, int32, sortName, int32])

/** The opaque text of `next` and `after`. */
export function writeCursor({ total, best, shows, sortName, userId }: BoardPosition): string {
  return Buffer.from(JSON.stringify([total, best, shows, sortName, userId])).toString('base64url')
}

/** @throws ApiError 422 */
export function readCursor(cursor: string): BoardPosition {
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) {
    throw new ApiError('invalid', { issues: [{ path: 'after', message: 'This is no place on a board' }] })
  }
  const [total, best, shows, name, userId] = parsed.data
  return { total, best, shows, sortName: name, userId }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
