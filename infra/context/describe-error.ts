const EMAIL_ADDRESS = /[^\s<>"'@/:,;()]{1,64}@[^\s<>"'@/:,;()]{1,255}/g
const CREDENTIALS = /:\/\/[^\s/@]{1,512}@/g

export interface ErrorDescription {
  name: string
  message: string
  code?: string
  stack?: string
  cause?: ErrorDescription
}

/**
 * What may leave the process of an error: name, message, code and stack, without mail addresses and URL credentials.
 * Other fields are left out: a database error has the offending row in its details.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, message: redact(String(error)) }
  return {
    name: error.name,
    message: redact(error.message),
    ...('code' in error && { code: String(error.code) }),
    ...(error.stack !== undefined && { stack: redact(error.stack) }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

function redact(text: string): string {
  return text.replace(CREDENTIALS, '://').replace(EMAIL_ADDRESS, '[redacted]')
}
