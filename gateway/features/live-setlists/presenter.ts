import type { MatchedSong } from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import type { EditedPerformance, StoredTap } from '@called-it/infra/postgres/queries/live/live-setlists'
import type { StoredReading } from '@called-it/infra/postgres/queries/live/source-readings'
import { type ArrangedSets, arrangeSets } from '@called-it/shared/game/setlist'

/** @param setlistAuthor of songs that were entered with a whole setlist */
export function presentPerformance(
  performance: EditedPerformance,
  taps: readonly StoredTap[],
  setlistAuthor: string | null,
) {
  const { songId: _, ...played } = performance
  const tap = findTap(performance, taps)
  return { ...played, by: tap ? tap.userName : played.at === null ? setlistAuthor : null }
}

/** The tap of the song, or the one that replaced another by it. */
function findTap({ songId, at }: EditedPerformance, taps: readonly StoredTap[]): StoredTap | undefined {
  const stored = taps.filter(({ outcome }) => outcome === 'stored')
  const tapped = stored.filter((tap) => tap.operation.op === 'song' && tap.at.getTime() === at?.getTime())
  const hasSong = (tap: StoredTap) => songOf(tap) === songId
  return (
    tapped.find(hasSong) ??
    stored.findLast((tap) => tap.operation.op === 'replace' && hasSong(tap)) ??
    tapped[0]
  )
}

type ShownTap = Pick<StoredTap, 'operation' | 'userName'>

/** @param against null for a whole setlist */
export function presentConflict(
  tap: StoredTap,
  against: ShownTap | null,
  names: ReadonlyMap<number, string>,
) {
  const shown = (one: ShownTap) => ({
    operation: one.operation,
    songName: names.get(songOf(one) ?? 0) ?? null,
    by: one.userName,
  })
  return { ...shown(tap), opId: tap.opId, at: tap.at, against: against && shown(against) }
}

export function songOf(tap: Pick<StoredTap, 'operation'> | null): number | null {
  return tap && 'song' in tap.operation ? tap.operation.song : null
}

/** @param listed null where the source lists no setlist */
export function presentReading(
  { setlist, readAt, isAway }: StoredReading,
  listed: ArrangedSets<MatchedSong> | null,
  differs: boolean,
) {
  return {
    setlist: {
      found: listed !== null,
      excluded: setlist?.excluded ?? false,
      exclusionReason: setlist?.exclusionReason ?? null,
      ...(listed ?? arrangeSets<MatchedSong>([])),
      notes: setlist?.notes ?? null,
    },
    readAt,
    isAway,
    differs,
  }
}
