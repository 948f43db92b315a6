import type { SourceFaults, SourceShow } from '@called-it/infra/setlist-sources/source'

/** The source ids of all shows that count as listed, also of those with a fault. Null where one may be missing. */
export function findListedShows(
  shows: readonly SourceShow[],
  faults: SourceFaults | null,
): readonly string[] | null {
  if (shows.length === 0 || faults?.hasNamelessShow) return null
  return [...shows.map(({ sourceId }) => sourceId), ...(faults?.shows ?? [])]
}
