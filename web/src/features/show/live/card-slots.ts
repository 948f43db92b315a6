import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import { type PointsState, pointsState } from '@called-it/shared/game/live/points-state'
import { stillPossible } from '@called-it/shared/game/live/still-possible'
import { POINTS } from '@called-it/shared/game/points'
import type { Hit } from '@called-it/shared/game/scoring'
import {
  type ActualSetlist,
  SET_NAMES,
  SET_SIZES,
  type SetName,
  type SongId,
} from '@called-it/shared/game/setlist'
import { UNKNOWN_SONG } from '../../../lib/filled-slots.ts'
import type { OwnCard } from '../../../lib/live-show/own-card.ts'
import { setlistOfLive } from '../../../lib/live-show/setlist-of-live.ts'
import { isOver, type LiveStage, type SetlistSoFar, songsIn } from './live-stage.ts'
import { paidPerformances } from './paid-performances.ts'

export type CardSlot = {
  set: SetName
  position: number
  /** Null for an empty slot. */
  name: string | null
  hit: Hit | null
  paidBy: PlayedSong | null
  /** Of the hit's points. */
  state: PointsState
  /** The most that a pick without a hit can still bring. */
  potential: number
  /** What the hit pays if its set ends now, where that is more. */
  asCloser: number | null
}

export type CardSlots = Readonly<Record<SetName, readonly CardSlot[]>>

/** No song has this number. */
const NO_SONG = 0

export function cardSlots(
  { picks, score }: Pick<OwnCard, 'picks' | 'score'>,
  live: SetlistSoFar,
  stage: LiveStage,
): CardSlots {
  const paidBy = paidPerformances(score.hits, live.performances)
  const actual = setlistOfLive(live.performances)
  const newest = songsIn(live.openSet, live).length
  const phase = stage === 'final' ? stage : live.phase

  const toSlot = (set: SetName, position: number): CardSlot => {
    const song = picks[set][position - 1] ?? null
    const hit = score.hits.find((one) => one.set === set && one.position === position) ?? null
    const closes = hit?.category === 'correctSong' && set === live.openSet && position === newest
    const isOpen = song !== null && hit === null && !isOver(stage)
    return {
      set,
      position,
      name: song && (song.name || UNKNOWN_SONG),
      hit,
      paidBy: (hit && paidBy.get(hit)) ?? null,
      state: pointsState({ isProvisional: hit?.isProvisional ?? false }, phase),
      potential: isOpen ? potentialOf(song.id, set, position, live, actual) : 0,
      asCloser: closes ? POINTS.correctSpecial : null,
    }
  }
  const slotsOf = (set: SetName) =>
    Array.from({ length: SET_SIZES[set] }, (_, index) => toSlot(set, index + 1))
  return { set1: slotsOf('set1'), set2: slotsOf('set2'), encore: slotsOf('encore') }
}

/** Without the performances of its song so far: other picks have them, or the pick would have a hit. */
function potentialOf(
  songId: SongId,
  set: SetName,
  position: number,
  { openSet }: SetlistSoFar,
  actual: ActualSetlist,
): number {
  const alone = Array.from({ length: position }, (_, index) => (index + 1 === position ? songId : null))
  const without = (songs: readonly SongId[]) => songs.map((id) => (id === songId ? NO_SONG : id))
  const [set1, set2, encore] = SET_NAMES.map((name) => without(actual[name]))
  const further = actual.further.map((one) => ({ ...one, songs: without(one.songs) }))
  return stillPossible(
    { set1: [], set2: [], encore: [], [set]: alone },
    { set1: set1 ?? [], set2: set2 ?? [], encore: encore ?? [], further },
    openSet,
    false,
  )
}
