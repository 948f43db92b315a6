import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError, serverMessage } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'

/** What is said of a failure that the server has said nothing about. */
export const TRY_AGAIN = 'An error occurred. Please try again.'

/** Tells that something could not be done, and why where the server said so. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: serverMessage(error, TRY_AGAIN), variant: 'destructive' })
}

/** Puts what the server found wrong to the fields that it names; the first of them gets the focus. */
export function showIssues<Fields extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Fields>[],
  setError: UseFormSetError<Fields>,
): void {
  const issues = error instanceof ApiError ? error.issues : []
  const wrong = fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path === field)
    return issue ? [{ field, message: issue.message }] : []
  })
  wrong.forEach(({ field, message }, index) => {
    setError(field, { message }, { shouldFocus: index === 0 })
  })
}
