import type { OwnScore } from '@called-it/shared/contract/leaderboards'
import type { Tour } from '@called-it/shared/contract/tours'
import { averageScore, type RankBadge, rankBadge } from '@called-it/shared/game/standings'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Award, Crown, Medal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUserScore } from '../../lib/account/current-user-score.ts'
import { paths } from '../../lib/paths.ts'
import { dateRange, plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { tourShowsQuery } from '../../lib/shows/tours.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Glow } from '../../ui/glow.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { SkeletonBlocks } from '../../ui/skeleton.tsx'
import { StageCard } from '../../ui/stage-card.tsx'
import styles from './scorecard.module.css'

const NOTE = clsx(styles.note, 'soft tabular')

export function TourScore({ tour }: { tour: Tour }) {
  const score = useCurrentUserScore(tour.id)
  return (
    <>
      <p className={clsx(styles.dates, 'soft')}>{dateRange(tour.start_date, tour.end_date)}</p>
      {score.data ? (
        <>
          <Stats score={score.data} />
          <ShowByShow tourId={tour.id} />
        </>
      ) : (
        <NotLoaded what={t('mine.what-score')} query={score}>
          <TourScoreSkeleton />
        </NotLoaded>
      )}
    </>
  )
}

export function TourScoreSkeleton() {
  return (
    <div className={styles.stats}>
      <SkeletonBlocks count={3} height="184px" />
    </div>
  )
}

function Stats({ score }: { score: OwnScore }) {
  const { totalScore, showsParticipated, rank, players } = score
  const average = averageScore(totalScore, showsParticipated)
  return (
    <div className={styles.stats}>
      <Stat heading={t('mine.total')} isPoster>
        <p className={styles.number}>
          <Glow value={totalScore}>{formatNumber(totalScore)}</Glow>{' '}
          <span className={styles.unit}>{t('mine.points', { points: totalScore })}</span>
        </p>
        <p className={NOTE}>{t('mine.from-shows', { count: showsParticipated })}</p>
      </Stat>
      <Stat heading={t('mine.ranking')}>
        {rank === null ? (
          <>
            <p className={styles.unranked}>{t('mine.unranked')}</p>
            <ButtonLink to={paths.home}>{t('mine.see-shows')}</ButtonLink>
          </>
        ) : (
          <>
            <p className={styles.number}>
              <Glow value={rank}>#{formatNumber(rank)}</Glow>{' '}
              <span className={styles.unit}>{t('mine.of-players', { players })}</span>
            </p>
            <div className={NOTE}>
              <RankBadgeLabel rank={rank} />
            </div>
          </>
        )}
      </Stat>
      {average !== null && (
        <Stat heading={t('mine.average')}>
          <p className={styles.number}>
            <Glow value={average}>{formatNumber(average)}</Glow>{' '}
            <span className={styles.unit}>{t('mine.points-each')}</span>
          </p>
          <p className={NOTE}>{t('mine.best-show', { points: score.bestScore })}</p>
        </Stat>
      )}
    </div>
  )
}

type StatProps = { heading: string; isPoster?: boolean; children: ReactNode }

function Stat({ heading, isPoster = false, children }: StatProps) {
  const Surface = isPoster ? StageCard : 'section'
  return (
    <Surface aria-label={heading} className={clsx(styles.stat, !isPoster && styles.plain)}>
      <h3 className={styles.label}>{heading}</h3>
      {children}
    </Surface>
  )
}

const BADGES = {
  'Tour Leader': { label: 'mine.tour-leader', tone: 'gold', Icon: Crown },
  'Top 3': { label: 'mine.top-3', tone: 'silver', Icon: Medal },
  'Top 10': { label: 'mine.top-10', tone: 'soft', Icon: Award },
} as const satisfies Record<RankBadge, object>

function RankBadgeLabel({ rank }: { rank: number }) {
  const name = rankBadge(rank)
  if (name === null) return null
  const { label, tone, Icon } = BADGES[name]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden /> {t(label)}
    </Badge>
  )
}

const BAR_HEIGHT_PX = 96

const scrollToNewest = (bars: HTMLElement | null): void => {
  if (bars) bars.scrollLeft = bars.scrollWidth
}

/** From left to right in time, scrolled to the newest. Empty while loading and after a failure, because the scorecard is complete without it. */
function ShowByShow({ tourId }: { tourId: number }) {
  const scores = new Map(useCurrentUserPredictions().data?.map(({ show_id, score }) => [show_id, score]))
  const shows = useQuery(tourShowsQuery(tourId)).data ?? []
  const scoredShows = shows.toReversed().flatMap((show) => {
    const score = scores.get(show.id) ?? null
    return score === null ? [] : [{ show, score }]
  })
  if (scoredShows.length === 0) return null
  const best = Math.max(...scoredShows.map(({ score }) => score))

  return (
    <section aria-label={t('mine.by-show')} className={styles.showByShow}>
      <h3 className={styles.label}>{t('mine.by-show')}</h3>
      <ol ref={scrollToNewest} className={clsx(styles.bars, 'scroll-area')}>
        {scoredShows.map(({ show, score }) => (
          <li key={show.id}>
            <Link to={paths.score(show.id)} className={styles.show} title={show.venue}>
              <span className="visually-hidden">
                {t('mine.show-points', {
                  date: plainDate(show.showdate),
                  venue: show.venue,
                  points: score,
                })}
              </span>
              <span aria-hidden className={clsx(styles.column, 'row')}>
                <b className={styles.barScore}>
                  <Glow value={score} />
                </b>
                <span
                  className={clsx(score === best ? styles.bestBar : styles.bar, 'edged')}
                  style={{ height: `${Math.round((score / Math.max(best, 1)) * BAR_HEIGHT_PX)}px` }}
                />
              </span>
              <span aria-hidden className={styles.barDate}>
                {shortDate(show.showdate)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
