import { chanceEndpoints, type SystemCard } from '@called-it/shared/contract/chances'
import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { PointsRow } from '../../ui/points-table.tsx'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { withJitter } from '../events/jitter.ts'
import { useRefetchSoon, useRefetchWhenScored } from '../events/use-refetch-soon.ts'
import { useServerEvent } from '../events/use-server-event.ts'
import { retryUntilClosed } from '../shows/retry-until-closed.ts'
import { t } from '../words/texts.ts'
import { scorePicks } from './own-card.ts'

const NAMES = { machine: 'words.machine', crowd: 'words.crowd' } as const

export const systemName = (player: SystemCard['player']) => t(NAMES[player])

/** The cards of the machine and the crowd, of a show whose picks are closed. */
export function useSystemCards(showId: number): UseQueryResult<SystemCard[]> {
  return useQuery({
    queryKey: queryKeys.systemCards(showId),
    queryFn: async ({ signal }) =>
      (await request(chanceEndpoints.listSystemCards, { params: { showId }, signal })).cards,
    ...retryUntilClosed,
  })
}

/** False until the first read has ended. A page that the server rendered has them without one. */
export function isRead({ data, isFetched }: UseQueryResult<SystemCard[]>): boolean {
  return data !== undefined || isFetched
}

/** The same, kept current; a page uses it once. */
export function useLiveSystemCards(
  show: Pick<Show, 'id' | 'is_scored'>,
  live: LiveShow | undefined,
): UseQueryResult<SystemCard[]> {
  const query = useSystemCards(show.id)
  const refetchSoon = useRefetchSoon(queryKeys.systemCards(show.id))
  // A merged song is another one in the picks.
  useServerEvent('catalogue:changed', refetchSoon)
  useRefetchWhenScored(show.id, queryKeys.systemCards(show.id))

  // The crowd's card is stored a moment after the lock: asked for again at each song.
  const revision = live?.revision ?? 0
  const isEarly = query.data?.every(({ player }) => player !== 'crowd') && !show.is_scored
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => (isEarly && revision > 0 ? withJitter(() => refetch()) : undefined), [isEarly, revision])
  return query
}

/** With the machine and the crowd below equal totals, without a rank. Until the server has their points, those so far. */
export function withSystemRows(
  rows: readonly PointsRow[],
  cards: readonly SystemCard[],
  live: LiveShow | undefined,
): readonly PointsRow[] {
  return cards.reduce((placed, { player, picks, ...card }) => {
    const total = card.total ?? (live && scorePicks(picks, live).total)
    if (total === undefined) return placed
    const place = placed.findIndex((row) => row.total < total)
    const name = systemName(player)
    const row = { player, userId: null, rank: null, name, total, isOwn: false, system: player }
    return placed.toSpliced(place < 0 ? placed.length : place, 0, row)
  }, rows)
}
