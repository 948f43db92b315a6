import { toastAccessDenied } from '../../lib/access-denied-toast.ts'
import { serverMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** Says that something was not saved, and why; what was typed is still there. */
export function tellUnsaved(title: string, error: unknown): void {
  if (toastAccessDenied(error)) return
  toast({
    title,
    description: serverMessage(error, 'An error occurred. Please try again.'),
    variant: 'destructive',
  })
}
