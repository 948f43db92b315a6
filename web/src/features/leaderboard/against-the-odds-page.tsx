import { ABOVE_EXPECTATION, type AboveRow } from '@called-it/shared/contract/chances'
import clsx from 'clsx'
import { useMatch } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths, patterns } from '../../lib/paths.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { ownRow, PLAYERS } from '../../ui/player-rows.tsx'
import { followRowLink, Table, type TableColumn } from '../../ui/table.tsx'
import styles from './above-chance.module.css'
import board from './board-table.module.css'
import { BoardPlayer } from './board-table.tsx'
import { MachineNights } from './machine-nights.tsx'
import { useAboveExpectation } from './system-queries.ts'

const SIGNED = {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
} as const

/** Two addresses: the players against chance, and against the machine. */
export function AgainstTheOddsPage() {
  const isMachine = useMatch(patterns.machine) !== null
  return (
    <Page title={t(isMachine ? 'board.you-machine' : 'board.you-chance')} hasSections>
      <h1>{t('board.odds')}</h1>
      <nav aria-label={t('board.odds')} className="buttons">
        <ChipLink to={paths.aboveExpectation} on={!isMachine}>
          {t('board.you-chance')}
        </ChipLink>
        <ChipLink to={paths.machine} on={isMachine}>
          {t('board.you-machine')}
        </ChipLink>
      </nav>
      {isMachine ? <MachineNights /> : <AboveChance />}
    </Page>
  )
}

/** Players by their points above what chance gave the same picks. */
function AboveChance() {
  const { data, isError, refetch } = useAboveExpectation()
  return (
    <Card heading={t('board.above')}>
      <p className={styles.words}>{t('board.above-words', { shows: ABOVE_EXPECTATION.minShows })}</p>
      {data ? (
        <AboveBoard {...data} />
      ) : (
        <NotLoaded what={t('board.what-board')} query={{ isError, refetch }} blocks={[10, '56px']} />
      )}
    </Card>
  )
}

function AboveBoard({ rows, players }: { rows: readonly AboveRow[]; players: number }) {
  const { user } = useCurrentUser()
  if (rows.length === 0) {
    return (
      <EmptyState
        title={t('board.above-none')}
        action={<ButtonLink to={paths.home}>{t('board.see-shows')}</ButtonLink>}
      >
        {t('board.above-wait', { shows: ABOVE_EXPECTATION.minShows })}
      </EmptyState>
    )
  }
  const isOwn = ({ userId }: AboveRow) => userId === user?.id
  const columns: readonly TableColumn<AboveRow>[] = [
    { header: t('board.rank'), cellClassName: () => board.rank, cell: ({ rank }) => rank },
    {
      header: t('board.player'),
      isRowHeader: true,
      cell: (row) => <BoardPlayer row={row} isCurrentUser={isOwn(row)} />,
    },
    { header: t('board.shows'), className: board.number, cell: ({ shows }) => shows },
    {
      header: t('board.vs-chance'),
      className: board.number,
      cellClassName: ({ above }) => clsx(styles.above, above < 0 && styles.below),
      cell: ({ above }) => formatNumber(above, SIGNED),
    },
  ]
  return (
    <>
      <Table
        caption={t('board.above-table')}
        className={clsx(PLAYERS, board.table)}
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        rowProps={(row) => ({ className: clsx(isOwn(row) && ownRow(true)), onClick: followRowLink })}
      />
      {players > rows.length && (
        <p className={clsx(styles.hidden, 'soft small tabular')}>
          {t('board.and-more', { count: players - rows.length })}
        </p>
      )}
    </>
  )
}
