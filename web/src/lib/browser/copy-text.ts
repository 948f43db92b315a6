import { toast, toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: t('words.copied') })
  } catch {
    toastFailure(t('words.copy-failed'), t('words.copy-by-hand'))
  }
}
