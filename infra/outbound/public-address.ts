import ipaddr from 'ipaddr.js'

/** Whether it is on the public Internet; IPv4-mapped addresses of IPv6 are what they stand for. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}
