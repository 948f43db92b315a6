import { toast } from '../../ui/toast.ts'
import { hasCode } from '../api/api.ts'
import { toastRequestFailure, tryAgain } from '../api/request-toasts.ts'
import { t } from '../words/texts.ts'

/** Of the browser, or of a request. */
export function toastPasskeyFailure(title: string, error: unknown): void {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    toast({ title, description: t('passkey.declined') })
  else if (name === 'InvalidStateError') toast({ title, description: t('passkey.has-one') })
  else toastRequestFailure(title, error, hasCode(error, 'passkey_refused') ? t('error.passkey') : tryAgain())
}
