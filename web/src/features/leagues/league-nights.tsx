import { leagueEndpoints } from '@called-it/shared/contract/leagues'
import type { LeagueNight as Night } from '@called-it/shared/game/leagues'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { scorePicks } from '../../lib/live/own-card.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { useShow } from '../../lib/shows/use-shows.ts'

type OnNight = (showId: number, night: Night) => void

/** The shows that run, as {@link LeagueNight} scores them. */
export function useNights(live: readonly number[]) {
  const [scored, setScored] = useState<ReadonlyMap<number, Night>>(new Map())
  const onNight = useCallback<OnNight>(
    (showId, night) => setScored((held) => new Map(held).set(showId, night)),
    [],
  )
  return { nights: live.flatMap((showId) => scored.get(showId) ?? []), onNight }
}

type LeagueNightProps = {
  leagueId: number
  showId: number
  /** The version of the league: with its members their cards change. */
  version: number
  onNight: OnNight
}

/** Scores the members' cards of a show that runs, again with each song. Draws nothing. */
export function LeagueNight({ leagueId, showId, version, onNight }: LeagueNightProps): null {
  const { data: show } = useShow(showId)
  const { data: live } = useLiveShow(showId)
  const queryKey = queryKeys.leagueCards(leagueId, showId, version)
  const { data: cards } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(leagueEndpoints.listLeagueCards, { params: { leagueId, showId }, signal })).cards,
    placeholderData: keepPreviousData,
  })
  // A merged song is another one in the picks.
  useServerEvent('catalogue:changed', useRefetchSoon(queryKey))
  const night = useMemo(
    () =>
      show && live && cards
        ? {
            locks_at: show.locks_at,
            totals: new Map(cards.map(({ user_id, picks }) => [user_id, scorePicks(picks, live).total])),
          }
        : null,
    [show, live, cards],
  )
  useEffect(() => {
    if (night) onNight(showId, night)
  }, [showId, night, onNight])
  return null
}
