import { type MergedSongs, NO_MERGES, resolveSong } from './merged-songs.ts'
import { type Category, POINTS, type Points } from './points.ts'
import {
  type ActualSetlist,
  type OpenSet,
  type Picks,
  SET_NAMES,
  type SetName,
  type SongId,
} from './setlist.ts'

export type Hit = {
  readonly set: SetName
  /** The number of the pick's slot, from 1. */
  readonly position: number
  readonly songId: SongId
  readonly category: Category
  readonly points: number
  /** The set that pays is still open, as in docs/rules.md ("Live points"). */
  readonly isProvisional: boolean
}

export type Score = {
  readonly total: number
  readonly categories: Readonly<Record<Category, { readonly count: number; readonly points: number }>>
  /** In the order of the picks: set 1, set 2, encore, by slot. */
  readonly hits: readonly Hit[]
}

type Pick = { readonly set: SetName; readonly position: number; readonly songId: SongId }

export type Performance = {
  readonly set: SetName | 'further'
  readonly position: number
  readonly songId: SongId
  /** First of set 1 or set 2, last of one that has ended, or in the encore. */
  readonly isSpecial: boolean
}

/** The ways in which a pick and a performance of the same song can meet, best first. */
const MEETINGS: readonly ((pick: Pick, performance: Performance) => boolean)[] = [
  (pick, performance) => pick.set === performance.set && pick.position === performance.position,
  (pick, performance) => pick.set === performance.set,
  () => true,
]

/**
 * Scores a prediction against what was played, as docs/rules.md ("Scoring") has it: a pick scores once,
 * a performance pays once, the highest total counts, and ties go to the earlier pick.
 *
 * Pairing exact places first, then equal sets, then the rest reaches the highest total. Say that pick p and
 * performance q are next, and a matching of the highest total has p with q' and p' with q. Exchanging them pays
 * no less: p with q pays at least as much as either old pair, and p' with q' at least as much as the lesser one,
 * because it lies in the same set if both old pairs did, and otherwise one of them paid the least there is.
 * Within each round earlier picks go first, so ties fall to them.
 */
export function scorePrediction(
  picks: Picks,
  actual: ActualSetlist,
  merged = NO_MERGES,
  openSet: OpenSet = null,
  points: Points = POINTS,
): Score {
  return createScorer(actual, merged, openSet, points)(picks)
}

/**
 * {@link scorePrediction} for many predictions of one show, which is read once. Merged songs are one song, in the
 * picks and in the show; a hit keeps the number that was picked.
 *
 * @param openSet of a show that runs: nothing closes that set yet
 */
export function createScorer(
  actual: ActualSetlist,
  merged: MergedSongs = NO_MERGES,
  openSet: OpenSet = null,
  points: Points = POINTS,
): (picks: Picks) => Score {
  const performances = groupPerformances(actual, merged, openSet)
  const performancesOf = ({ songId }: Pick) => performances.get(resolveSong(merged, songId))

  return (picks) => {
    const pending = listPicks(picks).filter((pick) => performancesOf(pick) !== undefined)
    const hits = pending.map((): Hit | null => null)
    const paid = new Set<Performance>()

    for (const meet of MEETINGS) {
      pending.forEach((pick, index) => {
        if (hits[index]) return
        const performance = performancesOf(pick)?.find((played) => !paid.has(played) && meet(pick, played))
        if (!performance) return
        paid.add(performance)
        hits[index] = toHit(pick, performance, openSet, points)
      })
    }
    return sumUp(
      hits.filter((hit) => hit !== null),
      points,
    )
  }
}

/** The performances of each song, in the order of the sets; merged songs are one. */
export function groupPerformances(
  actual: ActualSetlist,
  merged: MergedSongs,
  openSet: OpenSet,
): Map<SongId, Performance[]> {
  return Map.groupBy(listPerformances(actual, openSet), ({ songId }) => resolveSong(merged, songId))
}

function listPicks(picks: Picks): Pick[] {
  const listed: Pick[] = []
  for (const set of SET_NAMES) {
    picks[set].forEach((songId, index) => {
      if (songId !== null) listed.push({ set, position: index + 1, songId })
    })
  }
  return listed
}

function listPerformances(actual: ActualSetlist, openSet: OpenSet): Performance[] {
  const listed: Performance[] = []
  for (const set of SET_NAMES) {
    actual[set].forEach((songId, index, songs) => {
      const closes = index === songs.length - 1 && set !== openSet
      const isSpecial = set === 'encore' || index === 0 || closes
      listed.push({ set, position: index + 1, songId, isSpecial })
    })
  }
  for (const { songs } of actual.further) {
    songs.forEach((songId, index) => {
      listed.push({ set: 'further', position: index + 1, songId, isSpecial: false })
    })
  }
  return listed
}

function toHit(pick: Pick, performance: Performance, openSet: OpenSet, points: Points): Hit {
  const category = categoryOf(pick, performance)
  return { ...pick, category, points: points[category], isProvisional: performance.set === openSet }
}

/** What a pick scores as when it is paid by a performance of the same song. */
function categoryOf(pick: Pick, performance: Performance): Category {
  if (pick.set !== performance.set) return 'songInShow'
  if (pick.position === performance.position) return performance.isSpecial ? 'correctSpecial' : 'correctSong'
  return pick.set === 'encore' ? 'encoreInSet' : 'songInSet'
}

function sumUp(hits: readonly Hit[], points: Points): Score {
  const tally = (category: Category) => {
    const count = hits.filter((hit) => hit.category === category).length
    return { count, points: count * points[category] }
  }
  return {
    total: hits.reduce((total, hit) => total + hit.points, 0),
    categories: {
      songInShow: tally('songInShow'),
      songInSet: tally('songInSet'),
      correctSong: tally('correctSong'),
      correctSpecial: tally('correctSpecial'),
      encoreInSet: tally('encoreInSet'),
    },
    hits,
  }
}
