/** Keeps one value of each of a few things. Concurrent requests share a read; a failed one is not kept. */
export function keepById<Value>(max: number) {
  const kept = new Map<number, { key: string; value: Promise<Value> }>()

  return {
    /** @param key the value is read again when it is another one */
    find(id: number, key: string, read: () => Promise<Value>): Promise<Value> {
      const known = kept.get(id)
      const current = known?.key === key ? known : { key, value: read() }
      kept.delete(id)
      kept.set(id, current)
      // The least recently used one.
      const [oldest] = kept.keys()
      if (kept.size > max && oldest !== undefined) kept.delete(oldest)
      if (current !== known) {
        current.value.catch(() => {
          if (kept.get(id) === current) kept.delete(id)
        })
      }
      return current.value
    },
  }
}
