import { serverMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** What is said of a failure that the server has said nothing about. */
export const TRY_AGAIN = 'An error occurred. Please try again.'

/** Tells that something could not be done, and why where the server said so. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: serverMessage(error, TRY_AGAIN), variant: 'destructive' })
}
