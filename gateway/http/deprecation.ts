import type { Deprecation } from '@called-it/shared/contract/endpoint'

/** In the formats of RFC 9745 and RFC 8594; none for what stays. */
export function deprecationHeaders(deprecation: Deprecation | undefined): Record<string, string> {
  if (!deprecation) return {}
  const { since, sunset } = deprecation
  return { Deprecation: `@${Date.parse(since) / 1000}`, Sunset: new Date(sunset).toUTCString() }
}
