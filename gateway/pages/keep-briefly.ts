const KEPT_MS = 5_000
const MAX_KEPT = 500

/** Keeps what was read for seconds, failures too, so that many who open a page share the read. */
export function keepBriefly<Value>(now = Date.now) {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<Value> }>()

  return {
    find(key: string, read: () => Promise<Value>): Promise<Value> {
      const known = kept.get(key)
      if (known && now() < known.until) return known.value
      const value = read()
      kept.delete(key)
      kept.set(key, { until: now() + KEPT_MS, value })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
      return value
    },
  }
}
