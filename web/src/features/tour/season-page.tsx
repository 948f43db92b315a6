import { pathId } from '@called-it/shared/contract/fields'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import type { Season } from '@called-it/shared/contract/seasons'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
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
    return <NoSeason title="There is no such tour.">The data site may have dropped it.</NoSeason>
  }
  if (data === 'running') {
    return (
      <NoSeason title="This tour is not over yet." board={paths.tourRankings(tourId)}>
        Podium and awards come with its last score.
      </NoSeason>
    )
  }
  if (data && !isComputing) return <LoadedSeason season={data} />
  return (
    <Page title="Season" hasSections>
      {error ? (
        <Card>
          <LoadFailed title="The season could not be loaded." onRetry={refetch} />
        </Card>
      ) : (
        <Loading label={isComputing ? COMPUTING : 'Loading the season...'}>
          {isComputing && <p aria-hidden>{COMPUTING}</p>}
          <SkeletonBlocks count={3} height="17rem" />
        </Loading>
      )}
    </Page>
  )
}

const COMPUTING = 'Adding up the season...'

function LoadedSeason({ season }: { season: Season }) {
  const { tour, table, awards } = season
  return (
    <Page title={`${tour.name}, the season`} hasSections>
      <SeasonHead season={season} />
      {table.length === 0 ? (
        <Card>
          <EmptyState title="Nobody played this tour.">Podium and awards need a score.</EmptyState>
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
    <Page title="Season" width="narrow">
      <h1 className="visually-hidden">Season</h1>
      <EmptyState
        title={title}
        action={
          <ButtonLink to={board} variant="main">
            see the leaderboard
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}

type SeasonRow = LeaderboardEntry & { isOwn: boolean }

const COLUMNS: readonly TableColumn<SeasonRow>[] = [
  { header: 'rank', className: styles.rank, cell: ({ rank }) => rank.toLocaleString('en-US') },
  {
    header: 'player',
    isRowHeader: true,
    cellClassName: () => styles.player,
    cell: ({ userId, userName, isOwn }) => <PlayerName userId={userId} name={userName} isOwn={isOwn} />,
  },
  { header: 'shows', className: styles.number, cell: ({ showsParticipated }) => showsParticipated },
  { header: 'best', className: styles.number, cell: ({ bestScore }) => bestScore },
  {
    header: 'points',
    className: styles.number,
    cell: ({ totalScore }) => <b>{totalScore.toLocaleString('en-US')}</b>,
  },
]

function SeasonTable({ season: { tour, table, players } }: { season: Season }) {
  const { user } = useCurrentUser()
  return (
    <Card
      heading="final table"
      note={
        players > table.length ? `the first ${table.length} of ${players.toLocaleString('en-US')}` : undefined
      }
    >
      <Table
        caption="final table"
        className={PLAYERS}
        columns={COLUMNS}
        rows={table.map((row) => ({ ...row, isOwn: row.userId === user?.id }))}
        rowKey={({ userId }) => userId}
        rowProps={({ isOwn }) => ({ className: isOwn ? ownRow(false) : undefined, onClick: followRowLink })}
      />
      <div className="apart">
        <ButtonLink to={paths.tourRankings(tour.id)}>see the whole board</ButtonLink>
      </div>
    </Card>
  )
}
