import ipaddr from 'ipaddr.js'

/**
 * The network that an address is counted by: the IPv4 address, or the first 64 bits of an IPv6 address, since one
 * customer of a provider has all of the rest.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  return ipaddr.process(address).toNormalizedString().split(':').slice(0, 4).join(':')
}
