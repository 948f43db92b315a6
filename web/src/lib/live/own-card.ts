import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { type Score, scorePrediction } from '@called-it/shared/game/scoring'
import type { Picks } from '@called-it/shared/game/setlist'
import { rankByTotal } from '@called-it/shared/game/standings'
import { useRef, useState } from 'react'
import { useCurrentUserPredictions } from '../account/current-user-predictions.ts'
import { useCurrentUser } from '../account/session.ts'
import { withJitter } from '../events/jitter.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { setlistOfLive } from './setlist-of-live.ts'

const CATALOGUE_SPREAD_MS = 20_000

type ScoredCard = { picks: SetlistPicks; score: Score; rank: number; players: number; revision: number }

export type OwnCard = ScoredCard & {
  /** Before the newest revision that came while the page was open; null until one has come. */
  rankBefore: number | null
  /** What that revision gave, or took by a correction. */
  lastGain: number
}

/** The current user's card in a show that runs, scored here; null for a visitor, and for a fan without picks for it. */
export function useOwnCard(show: Pick<Show, 'id'>, live: LiveShow | undefined): OwnCard | null {
  const { user } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const cancel = useRef<() => void>(undefined)
  useServerEvent('catalogue:changed', () => {
    if (!user) return
    cancel.current?.()
    // A merged song is another one in the picks. Every fan asks, and hardly any change is a merge.
    cancel.current = withJitter(() => void predictions.refetch(), Math.random() * CATALOGUE_SPREAD_MS)
  })
  const picks = user && predictions.data?.find(({ show_id }) => show_id === show.id)?.setlist
  const card = picks && live ? scoreCard(picks, live) : null

  const [seen, setSeen] = useState<{ card: ScoredCard | null; before: ScoredCard | null }>({
    card,
    before: null,
  })
  if (card && card.revision !== seen.card?.revision) setSeen({ card, before: seen.card })
  if (!card) return null
  const { before } = seen
  return {
    ...card,
    rankBefore: before?.rank ?? null,
    lastGain: before ? card.score.total - before.score.total : 0,
  }
}

function scoreCard(picks: SetlistPicks, live: LiveShow): ScoredCard {
  const score = scorePicks(picks, live)
  const rankOf = rankByTotal(unpackHistogram(live.histogram))
  return { picks, score, rank: rankOf(score.total), players: live.players, revision: live.revision }
}

export function scorePicks(picks: SetlistPicks, live: LiveShow): Score {
  const { performances, openSet, points } = live
  return scorePrediction(toSongIds(picks), setlistOfLive(performances), NO_MERGES, openSet, points)
}

/** As the scorer takes them. */
export function toSongIds({ set1, set2, encore }: SetlistPicks): Picks {
  const idsOf = (slots: SetlistPicks['set1']) => slots.map((song) => song?.id ?? null)
  return { set1: idsOf(set1), set2: idsOf(set2), encore: idsOf(encore) }
}
