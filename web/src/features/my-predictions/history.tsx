import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { historyEndpoints, type PastCard } from '@called-it/shared/contract/histories'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { CalendarDays, MapPin, Trophy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useAskAgain } from '../../lib/api/use-ask-again.ts'
import { useRefetchOnConnect, useRefetchSoon } from '../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../lib/events/use-server-event.ts'
import { paths } from '../../lib/paths.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './history.module.css'
import { ScoreStamp } from './pick-card.tsx'
import picks from './picks.module.css'
import { PicksDialog } from './picks-dialog.tsx'
import { CHART_HEIGHT, RankChart, type RankedCard } from './rank-chart.tsx'
import { TourChoice } from './tour-choice.tsx'

export function History() {
  return <TourChoice skeleton={<TourSkeleton />} renderTour={(tour) => <TourHistory tourId={tour.id} />} />
}

function TourHistory({ tourId }: { tourId: number }) {
  const { data, isError, refetch } = useHistory(tourId)
  if (data) return <Cards cards={data.cards} isComputing={data.is_computing} />
  return (
    <NotLoaded what={t('mine.what-history')} query={{ isError, refetch }} failsInCard>
      <TourSkeleton />
    </NotLoaded>
  )
}

type CardsProps = { cards: readonly PastCard[]; isComputing: boolean }

function Cards({ cards, isComputing }: CardsProps) {
  if (cards.length === 0) {
    return (
      <Card>
        <EmptyState
          title={t('mine.none-on-tour')}
          action={<ButtonLink to={paths.home}>{t('mine.see-shows')}</ButtonLink>}
        >
          {t('mine.once-closed')}
        </EmptyState>
      </Card>
    )
  }
  const ranked = cards.flatMap((card): RankedCard[] => (card.tour ? [{ show: card.show, ...card.tour }] : []))
  const newest = ranked.at(-1)
  return (
    <div className={styles.sections}>
      <Card
        heading={t('mine.rank-line')}
        note={newest && !isComputing && t('mine.rank-of', { rank: newest.rank, players: newest.players })}
      >
        {newest && <RankChart cards={ranked} />}
        {isComputing && (
          <Loading label={t('mine.computing')}>
            {!newest && <SkeletonBlocks count={1} height={CHART_HEIGHT} />}
          </Loading>
        )}
        {!newest && !isComputing && <p className="soft">{t('mine.line-begins')}</p>}
      </Card>
      <ul className={picks.grid} aria-label={t('mine.newest-first')}>
        {cards.toReversed().map((card) => (
          <li key={card.show.id}>
            <HistoryCard card={card} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function TourSkeleton() {
  return (
    <div className={styles.sections}>
      <Card heading={t('mine.rank-line')}>
        <SkeletonBlocks count={1} height={CHART_HEIGHT} />
      </Card>
      <div className={picks.grid}>
        <SkeletonBlocks count={6} height="19rem" />
      </div>
    </div>
  )
}

/** The current user's cards of a tour, oldest show first. */
function useHistory(tourId: number): UseQueryResult<ResponseBody<typeof historyEndpoints.getHistory>> {
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  const queryKey = queryKeys.history(tourId)
  const query = useQuery({
    queryKey,
    enabled: Boolean(user),
    refetchOnMount: 'always',
    queryFn: ({ signal }) => request(historyEndpoints.getHistory, { params: { tourId }, signal }),
  })
  const refetch = () => queryClient.refetchQueries({ queryKey, exact: true })
  // All scores of a show are published at once.
  useServerEvent('score:changed', useRefetchSoon(queryKey))
  useRefetchOnConnect(queryKey)
  useAskAgain(query.data?.is_computing === true, refetch)
  return query
}

function HistoryCard({ card }: { card: PastCard }) {
  const { show, total, place } = card
  const [isViewing, setIsViewing] = useState(false)
  const date = longDate(show.date)
  return (
    <Ticket
      className={picks.pick}
      aria-label={`${show.venue}, ${date}`}
      stub={
        <>
          <Button onClick={() => setIsViewing(true)}>{t('mine.view')}</Button>
          {total !== null && <ButtonLink to={paths.score(show.id)}>{t('mine.see-score')}</ButtonLink>}
        </>
      }
    >
      <div className={picks.top}>
        <div className={clsx(picks.where, 'fills')}>
          <h3 className={picks.venue}>
            <Link to={paths.show(show.id)} className="quiet-link">
              {show.venue}
            </Link>
          </h3>
          <p className={clsx(picks.fact, 'soft small')}>
            <MapPin aria-hidden /> {show.location}
          </p>
          <p className={clsx(picks.fact, 'soft small')}>
            <CalendarDays aria-hidden /> {date}
          </p>
          {total !== null && (
            <p className={clsx(picks.fact, 'soft small')}>
              <Trophy aria-hidden />{' '}
              {place
                ? t('mine.rank-night', { rank: place.rank, players: place.players })
                : t('mine.being-computed')}
            </p>
          )}
        </div>
        {total !== null && <ScoreStamp score={total} />}
      </div>
      <div className={styles.calls}>
        <Calls card={card} />
      </div>
      <PicksDialog
        pick={{ score: total, setlist: card.picks }}
        title={show.venue}
        description={`${date} · ${show.location}`}
        open={isViewing}
        onOpenChange={setIsViewing}
      />
    </Ticket>
  )
}

function Calls({ card: { show, total, place, best } }: { card: PastCard }) {
  if (total === null) {
    return show.is_cancelled ? (
      <Badge tone="danger">{t('mine.cancelled')}</Badge>
    ) : (
      <Badge>{t('mine.unscored')}</Badge>
    )
  }
  if (place === null) return <SkeletonBlocks count={1} height="11rem" />
  if (best.length === 0) return <p className="soft small">{t('mine.none-played')}</p>
  return (
    <>
      <h4 className={styles.label}>{t('mine.best-calls')}</h4>
      <ol className={styles.best}>
        {best.map(({ song, points, players }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a song that was played twice may be there twice
          <li key={index}>
            <b className={styles.points}>+{points}</b>
            <span>{song.name}</span>
            <span className={clsx(styles.company, 'soft small')}>
              {players <= 1 ? t('mine.only-you') : t('mine.you-and', { count: players - 1 })}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
