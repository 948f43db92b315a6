import { isIPv6 } from 'node:net'

/** Counts who is connected to this gateway without being logged in, by the network that they come from. */
export type Visitors = {
  /** Whether another visitor may come from a network. */
  hasRoom(network: string): boolean
  arrive(network: string): void
  leave(network: string): void
}

/** @param most of one network */
export function countVisitors(most: number): Visitors {
  const counts = new Map<string, number>()
  const countOf = (network: string) => counts.get(network) ?? 0
  return {
    hasRoom: (network) => countOf(network) < most,
    arrive: (network) => void counts.set(network, countOf(network) + 1),
    leave(network) {
      if (countOf(network) > 1) counts.set(network, countOf(network) - 1)
      else counts.delete(network)
    },
  }
}

/**
 * What an address is counted by: one customer of a provider has an IPv4 address, or 64 bits of IPv6, of which each of
 * their devices takes many.
 */
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
