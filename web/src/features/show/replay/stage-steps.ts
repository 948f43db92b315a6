import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { replaySteps } from '@called-it/shared/game/live/replay'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import type { Points } from '@called-it/shared/game/points'
import { type Hit, type Score, scorePrediction } from '@called-it/shared/game/scoring'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { type CardSlots, cardSlots } from '../../../lib/live/card-slots.ts'
import type { LiveStage, SetlistSoFar } from '../../../lib/live/live-stage.ts'
import { toSongIds } from '../../../lib/live/own-card.ts'

type OwnStep = {
  score: Score
  slots: CardSlots
  hits: ReadonlyMap<PlayedSong, Hit>
  /** What the step paid, with the closer of a set that has ended by it. */
  gain: number
}

/** A show after one of its songs. */
export type StageStep = SetlistSoFar & {
  newest: PlayedSong
  stage: Extract<LiveStage, 'live' | 'final'>
  own: OwnStep | null
}

/**
 * One for each song, all at once: a step of the slider then only renders. Its set is open, and after the last song none.
 *
 * @param performances in the order in which they were played
 * @param points those of the show's scores; without any the current ones
 */
export function stageSteps(
  performances: readonly PlayedSong[],
  picks: SetlistPicks | null,
  points?: Points,
): StageStep[] {
  const states = replaySteps(performances.map(({ set, song }) => ({ set, song: song.id })))
  let before = 0
  let slots: CardSlots | null = null
  return states.flatMap(({ actual, openSet }, index): StageStep[] => {
    const newest = performances[index]
    if (!newest) return []
    const stage = openSet === null ? 'final' : 'live'
    const soFar = { phase: stage, openSet, performances: performances.slice(0, index + 1) } as const
    if (!picks) return [{ ...soFar, newest, stage, own: null }]
    const score = scorePrediction(toSongIds(picks), actual, NO_MERGES, openSet, points)
    const gain = score.total - before
    before = score.total
    slots = keepEqual(cardSlots({ picks, score }, soFar, stage), slots)
    return [{ ...soFar, newest, stage, own: { score, slots, hits: hitsOf(slots), gain } }]
  })
}

/** The same objects where nothing has changed, so that only the other slots are rendered again. */
function keepEqual(slots: CardSlots, before: CardSlots | null): CardSlots {
  const keep = (set: SetName) =>
    slots[set].map((slot, index) => {
      const held = before?.[set][index]
      return held && JSON.stringify(held) === JSON.stringify(slot) ? held : slot
    })
  return { set1: keep('set1'), set2: keep('set2'), encore: keep('encore') }
}

function hitsOf(slots: CardSlots): OwnStep['hits'] {
  const pairs = SET_NAMES.flatMap((set) => slots[set]).map(({ paidBy, hit }) => [paidBy, hit] as const)
  return new Map(pairs.flatMap(([played, hit]) => (played && hit ? [[played, hit]] : [])))
}
