import { counted } from '@called-it/shared/contract/counted'
import type { PlayerPage } from '@called-it/shared/contract/players'
import { formatNumber } from '../../lib/words/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import styles from './player-page.module.css'

type RecordRow = PlayerPage['record'][number]

const COLUMNS: readonly TableColumn<RecordRow>[] = [
  {
    header: 'tour',
    isRowHeader: true,
    cell: ({ tour, shows }) => (
      <>
        {tour?.name ?? 'all shows'} <span className="soft small">{counted(shows, 'show')}</span>
      </>
    ),
  },
  {
    header: 'rank',
    className: styles.number,
    cell: ({ rank, players }) => (
      <>
        #{formatNumber(rank)} <span className="soft small">of {formatNumber(players)}</span>
      </>
    ),
  },
  { header: 'best', className: styles.number, cell: ({ best }) => best },
  {
    header: 'points',
    className: styles.number,
    cell: ({ total }) => <b>{formatNumber(total)}</b>,
  },
]

export function RecordCard({ record }: Pick<PlayerPage, 'record'>) {
  return (
    <Card heading="record">
      <Table
        caption="record by tour"
        columns={COLUMNS}
        rows={record}
        rowKey={({ tour }) => tour?.id ?? 'all'}
      />
    </Card>
  )
}
