import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import type { Season } from '@called-it/shared/contract/seasons'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import styles from './season-table.module.css'

const COLUMNS: readonly TableColumn<LeaderboardEntry>[] = [
  { header: 'rank', className: styles.rank, cell: ({ rank }) => rank.toLocaleString('en-US') },
  {
    header: 'player',
    isRowHeader: true,
    cellClassName: () => styles.player,
    cell: ({ userId, userName }) => <PlayerLink userId={userId} name={userName} />,
  },
  { header: 'shows', className: styles.number, cell: ({ showsParticipated }) => showsParticipated },
  { header: 'best', className: styles.number, cell: ({ bestScore }) => bestScore },
  {
    header: 'points',
    className: styles.number,
    cell: ({ totalScore }) => <b>{totalScore.toLocaleString('en-US')}</b>,
  },
]

export function SeasonTable({ season: { tour, table, players } }: { season: Season }) {
  return (
    <Card
      heading="final table"
      note={
        players > table.length ? `the first ${table.length} of ${players.toLocaleString('en-US')}` : undefined
      }
    >
      <Table caption="final table" columns={COLUMNS} rows={table} rowKey={({ userId }) => userId} />
      <div className={styles.more}>
        <ButtonLink to={paths.tourRankings(tour.id)}>see the whole board</ButtonLink>
      </div>
    </Card>
  )
}
