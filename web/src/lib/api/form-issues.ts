import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError } from './api.ts'

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
