import ipaddr from 'ipaddr.js'

/** No other addresses of IPv6 are assigned to the public Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether it is on the public Internet; IPv4-mapped addresses of IPv6 are what they stand for. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST))
}

/** Express brings version 1, which takes addresses for benchmarks as public. */
if (isPublicAddress('198.18.0.1')) {
  throw new Error('Outbound addresses cannot be checked: infra needs ipaddr.js 2. Run npm ci.')
}
