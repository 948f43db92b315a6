import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { type Hit, type Score, scorePrediction } from '@called-it/shared/game/scoring'
import { openSetOf } from '@called-it/shared/game/setlist'
import { toSongIds } from '../../../lib/live-show/own-card.ts'
import { setlistOfLive } from '../../../lib/live-show/setlist-of-live.ts'
import { type CardSlots, cardSlots } from '../live/card-slots.ts'
import type { LiveStage, SetlistSoFar } from '../live/live-stage.ts'
import { hitsByPerformance } from '../live/paid-performances.ts'

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
 */
export function stageSteps(performances: readonly PlayedSong[], picks: SetlistPicks | null): StageStep[] {
  let before = 0
  return performances.map((newest, index) => {
    const stage = index === performances.length - 1 ? 'final' : 'live'
    const soFar: SetlistSoFar = {
      phase: stage,
      openSet: stage === 'final' ? null : openSetOf(newest.set),
      performances: performances.slice(0, index + 1),
    }
    const own = picks && ownStep(picks, soFar, stage, before)
    before = own?.score.total ?? 0
    return { ...soFar, newest, stage, own }
  })
}

function ownStep(
  picks: SetlistPicks,
  soFar: SetlistSoFar,
  stage: StageStep['stage'],
  before: number,
): OwnStep {
  const score = scorePrediction(toSongIds(picks), setlistOfLive(soFar.performances), NO_MERGES, soFar.openSet)
  return {
    score,
    slots: cardSlots({ picks, score }, soFar, stage),
    hits: hitsByPerformance(score.hits, soFar.performances),
    gain: score.total - before,
  }
}
