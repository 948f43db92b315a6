import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'

export function toastSaveFailure(error: unknown, details?: { reason: string }): void {
  toastRequestFailure(
    'Failed to save prediction',
    error,
    'There was an error saving your prediction. Please try again.',
    details,
  )
}
