import { toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'
import { ApiError } from './api.ts'

export const tryAgain = () => t('words.try-again')

/** Conflict, too large, wrong type, invalid, too many: here the server's message says what helps. */
const EXPLAINED_STATUS: ReadonlySet<number> = new Set([409, 413, 415, 422, 429])

export function toastRequestFailure(
  title: string,
  error: unknown,
  description = tryAgain(),
  details: Parameters<typeof toastFailure>[2] = {},
): void {
  toastFailure(title, description, { reason: explain(error), ...details })
}

/** The server's message where it says what helps. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !EXPLAINED_STATUS.has(error.status)) return undefined
  return error.serverMessage ?? undefined
}
