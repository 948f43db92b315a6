import type { OwnCard, ScoredShow } from '@called-it/infra/postgres/queries/standings/tour-histories'
import type { StoredTourStep } from '@called-it/infra/postgres/schema/builds'
import { BEST_CALLS, type PastCard } from '@called-it/shared/contract/histories'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { type MergedSongs, resolveSong } from '@called-it/shared/game/merged-songs'
import { pointsOfVersion } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { rankByTotal } from '@called-it/shared/game/standings'
import { presentPicks } from '../../resources/picked-songs.ts'
import type { SongNames } from '../../resources/song-names.ts'

type Tour = {
  scored: readonly ScoredShow[]
  steps: readonly StoredTourStep[]
  /** By revision. */
  setlists: ReadonlyMap<number, ActualSetlist>
  merged: MergedSongs
  names: SongNames
}

/** @param cards oldest first */
export function presentCards(cards: readonly OwnCard[], tour: Tour): PastCard[] {
  const steps = new Map(tour.steps.map((step) => [step.showId, step]))
  let sum = 0
  return cards.map((card) => {
    sum += card.score ?? 0
    const step = card.score === null ? undefined : steps.get(card.show_id)
    return {
      show: { ...card.show, is_cancelled: card.isCancelled },
      picks: presentPicks(card.picks, tour.names),
      total: card.score,
      place: step && card.score !== null ? placeOf(card.score, step.show) : null,
      tour: step ? placeOf(sum, step) : null,
      best: step ? bestCalls(card, step, tour) : [],
    }
  })
}

function placeOf(total: number, { players, histogram }: Pick<StoredTourStep, 'players' | 'histogram'>) {
  return { rank: rankByTotal(unpackHistogram(histogram))(total), players }
}

function bestCalls(
  { show_id, picks }: OwnCard,
  { show }: StoredTourStep,
  { scored, setlists, merged, names }: Tour,
): PastCard['best'] {
  const scoredBy = scored.find(({ id }) => id === show_id)
  const actual = setlists.get(scoredBy?.revisionId ?? 0)
  if (!scoredBy || !actual) return []
  const counts = new Map(show.songs)
  return scorePrediction(picks, actual, merged, null, pointsOfVersion(scoredBy.pointsVersion))
    .hits.map(({ songId, points }) => {
      const song = { id: names.idOf(songId), name: names.nameOf(songId) }
      return { song, points, players: counts.get(resolveSong(merged, songId)) ?? 0 }
    })
    .toSorted((one, other) => other.points - one.points || one.players - other.players)
    .slice(0, BEST_CALLS)
}
