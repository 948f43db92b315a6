import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { t } from '../../../lib/words/texts.ts'

export function toastSaveFailure(error: unknown, details?: { reason: string }): void {
  toastRequestFailure(t('pick.save-failed'), error, t('pick.save-error'), details)
}
