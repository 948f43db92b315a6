import type { Endpoint } from '@called-it/shared/contract/endpoint'

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), names and values in turn; none for what stays. */
export function deprecationHeaders({ deprecation }: Pick<Endpoint, 'deprecation'>): string[] {
  if (!deprecation) return []
  const { since, sunset } = deprecation
  return ['Deprecation', `@${Date.parse(since) / 1000}`, 'Sunset', new Date(sunset).toUTCString()]
}
