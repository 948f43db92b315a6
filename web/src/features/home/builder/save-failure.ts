import { toastRequestFailure } from '../../../lib/failure-toasts.ts'

export function toastSaveFailure(error: unknown, reason?: string): void {
  toastRequestFailure(
    'Failed to save prediction',
    error,
    'There was an error saving your prediction. Please try again.',
    reason,
  )
}
