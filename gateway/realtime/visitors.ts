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
