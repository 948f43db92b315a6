import { groupBySet } from '../group-by-set.ts'
import { type ActualSetlist, type LabelledSong, type OpenSet, openSetOf, type SongId } from '../setlist.ts'

/** A show after one of its songs. */
export type ReplayState = { readonly actual: ActualSetlist; readonly openSet: OpenSet }

/**
 * One for each song: its set is open, after the last song none.
 *
 * @param played in the order of the show, with the set names that are stored
 */
export function replaySteps(played: readonly LabelledSong<SongId>[]): ReplayState[] {
  return played.map(({ set }, index) => ({
    actual: groupBySet(played.slice(0, index + 1)),
    openSet: index === played.length - 1 ? null : openSetOf(set),
  }))
}
