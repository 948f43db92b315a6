import { serverMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

export const TRY_AGAIN = 'An error occurred. Please try again.'

export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: serverMessage(error, TRY_AGAIN), variant: 'destructive' })
}
