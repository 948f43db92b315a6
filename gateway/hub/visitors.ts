import { isIPv6 } from 'node:net'

/** Counts the sockets of visitors (not logged in) by network. */
export type Visitors = {
  hasRoom(network: string): boolean
  arrive(network: string): void
  leave(network: string): void
}

export function countVisitors(maxPerNetwork: number): Visitors {
  const counts = new Map<string, number>()
  const countOf = (network: string) => counts.get(network) ?? 0
  return {
    hasRoom: (network) => countOf(network) < maxPerNetwork,
    arrive: (network) => void counts.set(network, countOf(network) + 1),
    leave(network) {
      if (countOf(network) > 1) counts.set(network, countOf(network) - 1)
      else counts.delete(network)
    },
  }
}

/** The IPv4 address, or the /64 prefix of an IPv6 address: what one customer of a provider has. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
