import type { ErrorCode } from '@called-it/shared/contract/errors'
import { toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'
import { ApiError } from './api.ts'
import { NotConfirmed } from './reauthentication.ts'

export const tryAgain = () => t('words.try-again')

/** Conflict, too large, wrong type, invalid, too many: here the server's message says what helps. */
const EXPLAINED_STATUS: ReadonlySet<number> = new Set([409, 413, 415, 422, 429])
const EXPLAINED_CODES: ReadonlySet<string> = new Set<ErrorCode>(['registration_closed', 'invitation_needed'])

export function toastRequestFailure(
  title: string,
  error: unknown,
  description = tryAgain(),
  details: Parameters<typeof toastFailure>[2] = {},
): void {
  if (error instanceof NotConfirmed) return
  toastFailure(title, description, { reason: explain(error), ...details })
}

/** The server's message where it says what helps. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isExplained = EXPLAINED_STATUS.has(error.status) || EXPLAINED_CODES.has(error.code ?? '')
  return isExplained ? (error.serverMessage ?? undefined) : undefined
}
