import { toast, toastFailure } from '../../ui/toast.ts'

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'Copied' })
  } catch {
    toastFailure('That could not be copied', 'Select the text and copy it by hand.')
  }
}
