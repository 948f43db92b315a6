import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import { type PointsState, pointsState } from '@called-it/shared/game/live/points-state'
import { potentialOfPick } from '@called-it/shared/game/live/still-possible'
import { POINTS } from '@called-it/shared/game/points'
import type { Hit } from '@called-it/shared/game/scoring'
import { SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import { unknownSong } from '../shows/filled-slots.ts'
import { isOver, type LiveStage, type SetlistSoFar, songsIn } from './live-stage.ts'
import type { OwnCard } from './own-card.ts'
import { paidPerformances } from './paid-performances.ts'
import { setlistOfLive } from './setlist-of-live.ts'

export type CardSlot = {
  set: SetName
  position: number
  /** Null for an empty slot. */
  name: string | null
  hit: Hit | null
  paidBy: PlayedSong | null
  /** How sure the hit's points are. */
  state: PointsState
  /** The most that a pick without a hit can still bring. */
  potential: number
  /** What the hit pays if its set ends now, where that is more. */
  asCloser: number | null
}

export type CardSlots = Readonly<Record<SetName, readonly CardSlot[]>>

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
      name: song && (song.name || unknownSong()),
      hit,
      paidBy: (hit && paidBy.get(hit)) ?? null,
      state: pointsState({ isProvisional: hit?.isProvisional ?? false }, phase),
      potential: isOpen ? potentialOfPick({ set, position, song: song.id }, actual, live.openSet) : 0,
      asCloser: closes ? POINTS.correctSpecial : null,
    }
  }
  const slotsOf = (set: SetName) =>
    Array.from({ length: SET_SIZES[set] }, (_, index) => toSlot(set, index + 1))
  return { set1: slotsOf('set1'), set2: slotsOf('set2'), encore: slotsOf('encore') }
}
