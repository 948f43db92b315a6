import type { ErrorCode } from '@called-it/shared/contract/errors'

/** What a response with an error matches. */
export function refusal(status: number, code: ErrorCode) {
  return { status, json: { code } }
}
