/** Keeps one value of each of a few shows. Concurrent requests share a read; a failed one is not kept. */
export function keepByShow<Value>(maxShows: number) {
  const kept = new Map<number, { key: string; value: Promise<Value> }>()

  return {
    /** @param key the value is read again when it is another one */
    find(showId: number, key: string, read: () => Promise<Value>): Promise<Value> {
      const known = kept.get(showId)
      const current = known?.key === key ? known : { key, value: read() }
      kept.delete(showId)
      kept.set(showId, current)
      // The least recently used show.
      const [oldest] = kept.keys()
      if (kept.size > maxShows && oldest !== undefined) kept.delete(oldest)
      if (current !== known) {
        current.value.catch(() => {
          if (kept.get(showId) === current) kept.delete(showId)
        })
      }
      return current.value
    },
  }
}
