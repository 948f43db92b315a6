import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useCatchUp, useServerEvent } from '../../lib/events/use-server-event.ts'
import { paths } from '../../lib/paths.ts'
import { showQuery } from '../../lib/shows/show-queries.ts'
import { useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { PickCard, PickCardSkeleton } from './pick-card.tsx'
import styles from './picks.module.css'

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f']
/** Each card requests its show. */
const CARDS_PER_PAGE = 24

export function Picks() {
  const { data, isError, refetch } = useCurrentUserPredictions()
  const upcoming = useUpcomingShows()
  const picks = data && byNearestLock(data, upcoming.data ?? [])
  const queryClient = useQueryClient()
  const [shown, setShown] = useState(CARDS_PER_PAGE)
  const firstShows = picks?.slice(0, CARDS_PER_PAGE).map(({ show_id }) => show_id) ?? []
  const arePending = useArePickedShowsPending(firstShows) || upcoming.isPending
  const [areLoaded, setAreLoaded] = useState(false)
  if (picks && !arePending && !areLoaded) setAreLoaded(true)
  useServerEvent('show:changed', ({ show }) => updatePickedShow(queryClient, show))
  useCatchUp(() => refetchUnscoredShows(queryClient))

  if (picks?.length === 0) {
    return (
      <Card>
        <EmptyState
          title={t('mine.none')}
          action={
            <ButtonLink variant="main" to={paths.home}>
              {t('mine.see-shows')}
            </ButtonLink>
          }
        >
          {t('mine.none-why')}
        </EmptyState>
      </Card>
    )
  }
  if (picks && areLoaded) {
    const hidden = picks.length - shown
    return (
      <>
        <ul className={styles.grid}>
          {picks.slice(0, shown).map((pick) => (
            <li key={pick.id}>
              <PickCard pick={pick} />
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <div className={styles.more}>
            <Button onClick={() => setShown(shown + CARDS_PER_PAGE)}>
              {t('mine.show-more', { count: Math.min(hidden, CARDS_PER_PAGE) })}
            </Button>
            <p className="soft small">{t('mine.count-of', { count: shown, all: picks.length })}</p>
          </div>
        )}
      </>
    )
  }
  if (isError) {
    return (
      <Card>
        <LoadFailed title={t('mine.failed')} onRetry={refetch} />
      </Card>
    )
  }
  return (
    <Loading label={t('mine.loading')} className={styles.grid}>
      {SKELETON_CARDS.map((card) => (
        <PickCardSkeleton key={card} />
      ))}
    </Loading>
  )
}

/** Open shows by their lock, then the others, newest first. */
function byNearestLock(picks: readonly Prediction[], upcoming: readonly Show[]): Prediction[] {
  const open = upcoming.flatMap(({ id }) => picks.find(({ show_id }) => show_id === id) ?? [])
  return [...open, ...picks.filter((pick) => !open.includes(pick))]
}

/** True until the shows of all picks have arrived: the cards appear together, at their full height. */
function useArePickedShowsPending(showIds: readonly number[]): boolean {
  return useQueries({
    queries: showIds.map(showQuery),
    combine: (results) => results.some(({ isPending }) => isPending),
  })
}

function updatePickedShow(client: QueryClient, show: Show): void {
  client.setQueryData(showQuery(show.id).queryKey, (held) =>
    held && held.version < show.version ? show : held,
  )
}

/** Refetches the shows on screen that may have changed while disconnected. Scored ones hardly ever do. */
function refetchUnscoredShows(client: QueryClient): void {
  void client.refetchQueries({
    queryKey: queryKeys.shows,
    type: 'active',
    predicate: ({ queryKey, state }) => queryKey[1] === 'one' && !isScored(state.data),
  })
}

function isScored(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'is_scored' in data && data.is_scored === true
}
