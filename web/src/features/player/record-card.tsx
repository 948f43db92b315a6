import type { PlayerPage } from '@called-it/shared/contract/players'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import styles from './player-page.module.css'

type RecordRow = PlayerPage['record'][number]

const columns = (): readonly TableColumn<RecordRow>[] => [
  {
    header: t('player.tour'),
    isRowHeader: true,
    cell: ({ tour, shows }) => (
      <>
        {tour?.name ?? t('player.all-shows')}{' '}
        <span className="soft small">{t('player.count-shows', { count: shows })}</span>
      </>
    ),
  },
  {
    header: t('player.rank'),
    className: styles.number,
    cell: ({ rank, players }) => (
      <>
        #{formatNumber(rank)} <span className="soft small">{t('player.of', { players })}</span>
      </>
    ),
  },
  { header: t('player.best'), className: styles.number, cell: ({ best }) => best },
  {
    header: t('player.points'),
    className: styles.number,
    cell: ({ total }) => <b>{formatNumber(total)}</b>,
  },
]

export function RecordCard({ record }: Pick<PlayerPage, 'record'>) {
  return (
    <Card heading={t('player.record')}>
      <Table
        caption={t('player.record-by')}
        columns={columns()}
        rows={record}
        rowKey={({ tour }) => tour?.id ?? 'all'}
      />
    </Card>
  )
}
