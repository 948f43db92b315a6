/** The id of each slug that has exactly one: a song without an id is that one in the same list. */
export function findIdsOfSlugs(
  songs: Iterable<{ readonly id: string | null; readonly slug: string }>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string | null>()
  for (const { id, slug } of songs) {
    if (id === null) continue
    const other = found.get(slug)
    found.set(slug, other === undefined || other === id ? id : null)
  }
  const unique = new Map<string, string>()
  for (const [slug, id] of found) if (id !== null) unique.set(slug, id)
  return unique
}
