import type { Deprecation } from '@called-it/shared/contract/endpoint'

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), names and values in turn; none for what stays. */
export function deprecationHeaders(deprecation: Deprecation | undefined): string[] {
  if (!deprecation) return []
  const { since, sunset } = deprecation
  return ['Deprecation', `@${Date.parse(since) / 1000}`, 'Sunset', new Date(sunset).toUTCString()]
}
