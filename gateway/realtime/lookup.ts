export type Lookup = (id: number) => Promise<boolean>

/**
 * Whether a tour or a show exists. Only demo shows are ever deleted, so one query for each is enough. A failed query
 * counts as existing: a refused page would get no events before it connects again.
 */
export function openLookup(find: (id: number) => Promise<unknown>): Lookup {
  const lookups = new Map<number, Promise<boolean>>()

  async function look(id: number): Promise<boolean> {
    try {
      const exists = (await find(id)) !== null
      if (!exists) lookups.delete(id)
      return exists
    } catch {
      lookups.delete(id)
      return true
    }
  }

  return (id) => {
    const lookup = lookups.get(id) ?? look(id)
    lookups.set(id, lookup)
    return lookup
  }
}
