import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { cardSlots } from '../../../lib/live/card-slots.ts'
import { type OwnCard, useOwnCard } from '../../../lib/live/own-card.ts'
import { paidPerformances } from '../../../lib/live/paid-performances.ts'
import { useLiveShow } from '../../../lib/live/use-live-show.ts'
import { paths } from '../../../lib/paths.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { TileStrip } from '../../../ui/night/tile-strip.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { OwnPoints } from './own-points.tsx'
import styles from './phase-stage.module.css'
import { type PhaseCardProps, PhaseStage } from './phase-stage.tsx'

/** How last night went. */
export function MorningCard({ show, main }: PhaseCardProps) {
  const { data: live } = useLiveShow(show.id)
  const own = useOwnCard(show, live)
  const { data: prediction } = useCurrentUserPrediction(show.id)
  const above = (
    <>
      <span>{t('home.last-night')}</span>
      <span>{show.venue}</span>
    </>
  )
  if (prediction === null) return <WithoutPicks show={show} live={live} above={above} />
  return (
    <PhaseStage
      label={t('home.last-night')}
      above={above}
      title={own ? resultInWords(own) : show.venue}
      number={
        own && (
          <OwnPoints own={own} words={<PointsWords own={own} showId={show.id} />} hasRank={hasWon(own)} />
        )
      }
      tiles={
        own &&
        live && (
          <>
            <TileStrip slots={cardSlots(own, live, 'final')} />
            <BestCall own={own} live={live} />
          </>
        )
      }
      actions={
        <>
          <ShareButton variant={main} size="l" showId={show.id} />
          <ButtonLink size="l" to={paths.score(show.id)}>
            {t('home.breakdown')}
          </ButtonLink>
        </>
      }
    />
  )
}

const hasWon = ({ rank, players }: OwnCard) => rank === 1 && players > 1

function resultInWords(own: OwnCard): string {
  const { rank, players } = own
  if (hasWon(own)) return t('home.won')
  return t('home.rank-of', { rank, players })
}

function PointsWords({ own, showId }: { own: OwnCard; showId: number }) {
  const { data: predictions = [] } = useCurrentUserPredictions()
  const others = predictions.flatMap(({ show_id, score }) =>
    show_id === showId || score === null ? [] : score,
  )
  const isBest = others.length > 0 && others.every((score) => score < own.score.total)
  return isBest ? t('home.best-yet') : t('home.points', { count: own.score.total })
}

/** The hit that fewest had. */
function BestCall({ own, live }: { own: OwnCard; live: LiveShow }) {
  const called = Array.from(paidPerformances(own.score.hits, live.performances))
  const [best] = called.toSorted(([, one], [, other]) => one.players - other.players)
  if (!best) return null
  const [hit, { song, players }] = best
  if (players >= live.players) return null
  return (
    <p className={styles.call}>
      <CategoryIcon category={hit.category} />
      <span>
        <Rich id="home.only-of" song={song.name} players={players} all={live.players} />
      </span>
    </p>
  )
}

type WithoutPicksProps = { show: Show; live: LiveShow | undefined; above: ReactNode }

function WithoutPicks({ show, live, above }: WithoutPicksProps) {
  const [total, , name] = live?.top[0] ?? [0, null, null]
  return (
    <PhaseStage
      label={t('home.last-night')}
      lit={false}
      above={above}
      title={t('home.sat-out')}
      below={
        live &&
        live.players > 0 &&
        t('home.won-with', { name: name ?? t('home.somebody'), total, players: live.players })
      }
      actions={
        <ButtonLink size="l" to={paths.show(show.id)}>
          {t('home.see-show')}
        </ButtonLink>
      }
    />
  )
}
