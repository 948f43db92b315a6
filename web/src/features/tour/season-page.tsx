import { pathId } from '@called-it/shared/contract/fields'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import type { Season } from '@called-it/shared/contract/seasons'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { ownRow, PLAYERS, PlayerName } from '../../ui/player-rows.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { followRowLink, Table, type TableColumn } from '../../ui/table.tsx'
import { AwardsCard } from './awards-card.tsx'
import { Podium } from './podium.tsx'
import { SeasonHead } from './season-head.tsx'
import styles from './season-page.module.css'
import { useSeason } from './tour-queries.ts'

/** What a tour that is over has come to, for everybody. */
export function SeasonPage() {
  const tourId = pathId.safeParse(useParams().tourId).data ?? null
  const { data, error, refetch } = useSeason(tourId)
  const isComputing = data === 'computing'
  if (tourId === null || data === 'unknown') {
    return <NoSeason title={t('tour.unknown')}>{t('tour.dropped')}</NoSeason>
  }
  if (data === 'running') {
    return (
      <NoSeason title={t('tour.not-over')} board={paths.tourRankings(tourId)}>
        {t('tour.awards-later')}
      </NoSeason>
    )
  }
  if (data && !isComputing) return <LoadedSeason season={data} />
  return (
    <Page title={t('tour.season-title')} hasSections>
      {error ? (
        <Card>
          <LoadFailed title={t('tour.season-failed')} onRetry={refetch} />
        </Card>
      ) : (
        <Loading label={t(isComputing ? 'tour.computing' : 'tour.season-loads')}>
          {isComputing && <p aria-hidden>{t('tour.computing')}</p>}
          <SkeletonBlocks count={3} height="17rem" />
        </Loading>
      )}
    </Page>
  )
}

function LoadedSeason({ season }: { season: Season }) {
  const { tour, table, awards } = season
  return (
    <Page title={t('tour.season-of', { name: tour.name })} hasSections>
      <SeasonHead season={season} />
      {table.length === 0 ? (
        <Card>
          <EmptyState title={t('tour.no-players')}>{t('tour.need-score')}</EmptyState>
        </Card>
      ) : (
        <>
          <Podium rows={table.filter(({ rank }) => rank <= 3)} />
          <AwardsCard awards={awards} />
          <SeasonTable season={season} />
        </>
      )}
    </Page>
  )
}

function NoSeason({
  title,
  board = paths.leaderboard,
  children,
}: {
  title: string
  board?: string
  children: string
}) {
  return (
    <Page title={t('tour.season-title')} width="narrow">
      <h1 className="visually-hidden">{t('tour.season-title')}</h1>
      <EmptyState
        title={title}
        action={
          <ButtonLink to={board} variant="main">
            {t('tour.see-board')}
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}

type SeasonRow = LeaderboardEntry & { isOwn: boolean }

const columns = (): readonly TableColumn<SeasonRow>[] => [
  { header: t('tour.rank'), className: styles.rank, cell: ({ rank }) => formatNumber(rank) },
  {
    header: t('tour.player'),
    isRowHeader: true,
    cellClassName: () => styles.player,
    cell: ({ userId, userName, isOwn }) => <PlayerName userId={userId} name={userName} isOwn={isOwn} />,
  },
  { header: t('tour.shows'), className: styles.number, cell: ({ showsParticipated }) => showsParticipated },
  { header: t('tour.best'), className: styles.number, cell: ({ bestScore }) => bestScore },
  {
    header: t('tour.points'),
    className: styles.number,
    cell: ({ totalScore }) => <b>{formatNumber(totalScore)}</b>,
  },
]

function SeasonTable({ season: { tour, table, players } }: { season: Season }) {
  const { user } = useCurrentUser()
  return (
    <Card
      heading={t('tour.table')}
      note={players > table.length ? t('tour.first-of', { shown: table.length, players }) : undefined}
    >
      <Table
        caption={t('tour.table')}
        className={PLAYERS}
        columns={columns()}
        rows={table.map((row) => ({ ...row, isOwn: row.userId === user?.id }))}
        rowKey={({ userId }) => userId}
        rowProps={({ isOwn }) => ({ className: isOwn ? ownRow(false) : undefined, onClick: followRowLink })}
      />
      <div className="apart">
        <ButtonLink to={paths.tourRankings(tour.id)}>{t('tour.whole-board')}</ButtonLink>
      </div>
    </Card>
  )
}
