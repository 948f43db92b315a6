import { isDeepStrictEqual } from 'node:util'
import type { LiveShow, LiveShowChange } from '@called-it/shared/contract/live-shows'

/** The same for everybody at one version. */
export type LiveShowState = Omit<LiveShow, 'viewers'>

/** A step: the performances that differ from an earlier state; from null, all of them. */
export function compareLiveShows(before: LiveShowState | null, show: LiveShowState): LiveShowChange {
  const { performances, version: _, ...board } = show
  const known = new Map(before?.performances.map((performance) => [performance.sequence, performance]))
  return {
    ...board,
    changed: performances.filter(
      (performance) => !isDeepStrictEqual(performance, known.get(performance.sequence)),
    ),
    songs: performances.length,
  }
}
