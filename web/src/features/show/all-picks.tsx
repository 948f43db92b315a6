import type { SystemCard } from '@called-it/shared/contract/chances'
import { PICKS_PAGE, type PlayerPicks, showPickEndpoints } from '@called-it/shared/contract/show-picks'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { namelessFan } from '../../lib/account/nameless-fan.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { systemName, useSystemCards } from '../../lib/live/system-cards.ts'
import { retryUntilClosed } from '../../lib/shows/retry-until-closed.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PickedLines } from '../../ui/picked-lines.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { SystemFace, Unranked } from '../../ui/system-player.tsx'
import styles from './all-picks.module.css'

const firstPage: number | null = null

type AllPicksProps = { showId: number; players: number }

export function AllPicks({ showId, players }: AllPicksProps) {
  const query = useShowPicks(showId)
  const { data: systemCards = [] } = useSystemCards(showId)
  const picks = query.data?.pages.flatMap(({ predictions }) => predictions)
  if (picks === undefined) {
    const blocks = [Math.min(players, 6), '9rem'] as const
    return (
      <NotLoaded
        what={t('show.the-picks')}
        query={query}
        blocks={blocks}
        className={clsx(styles.list, 'stack-3')}
      />
    )
  }
  const hidden = Math.min(Math.max(players - picks.length, 1), PICKS_PAGE)
  return (
    <>
      <ul className={clsx(styles.list, 'stack-3')} aria-label={t('show.everybodys')}>
        {systemCards.map((card) => (
          <SystemPlayerCard key={card.player} {...card} />
        ))}
        {picks.map((player, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: players without a name have no id, and rows are only added
          <PlayerCard key={index} {...player} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className={clsx(styles.more, 'row wraps')}>
          <Button
            ref={passFocusOn}
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('show.more-players', { count: hidden })}
          </Button>
          <p role="status" className="soft small">
            {query.isFetchNextPageError
              ? t('show.more-failed')
              : t('show.shown-of', { shown: picks.length, players })}
          </p>
        </div>
      )}
    </>
  )
}

function PlayerCard({ player, picks, score }: PlayerPicks) {
  const name = player?.display_name ?? namelessFan()
  return (
    <PicksCard picks={picks} score={score}>
      <Avatar name={name} image={player?.avatar_path} size={28} />
      <PlayerLink userId={player?.id ?? null} name={name} className={styles.name} />
    </PicksCard>
  )
}

function SystemPlayerCard({ player, picks, total }: SystemCard) {
  return (
    <PicksCard picks={picks} score={total}>
      <SystemFace player={player} />
      <span className={styles.name}>{systemName(player)}</span>
      <Unranked />
    </PicksCard>
  )
}

type PicksCardProps = Pick<PlayerPicks, 'picks' | 'score'> & { children: ReactNode }

function PicksCard({ picks, score, children }: PicksCardProps) {
  return (
    <li className={clsx(styles.card, 'stack-2')}>
      <p className={clsx(styles.player, 'row-2')}>
        {children}
        {score !== null && (
          <b className={styles.score}>
            {score} <small>{t('show.pts')}</small>
          </b>
        )}
      </p>
      <PickedLines picks={picks} />
    </li>
  )
}

type Page = { predictions: PlayerPicks[]; next: number | null }

/** The name of a deleted user leaves the cards at once. */
function useShowPicks(showId: number): UseInfiniteQueryResult<InfiniteData<Page>> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.showPicks(showId)
  useServerEvent('users:deleted', ({ userIds }) =>
    queryClient.setQueryData<InfiniteData<Page>>(queryKey, (held) => held && withoutNames(held, userIds)),
  )
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { after: String(pageParam) }
      return request(showPickEndpoints.listShowPredictions, { params: { showId }, query, signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => next,
    ...retryUntilClosed,
  })
}

function withoutNames(held: InfiniteData<Page>, userIds: readonly number[]): InfiniteData<Page> {
  const pages = held.pages.map((page) => ({
    ...page,
    predictions: page.predictions.map((picks) =>
      picks.player && userIds.includes(picks.player.id) ? { ...picks, player: null } : picks,
    ),
  }))
  return { ...held, pages }
}
