import { ABOVE_EXPECTATION, type AboveRow } from '@called-it/shared/contract/chances'
import { counted } from '@called-it/shared/contract/counted'
import clsx from 'clsx'
import { useMatch } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths, patterns } from '../../lib/paths.ts'
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

const SIGNED = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Two addresses: the players against chance, and against the machine. */
export function AgainstTheOddsPage() {
  const isMachine = useMatch(patterns.machine) !== null
  return (
    <Page title={isMachine ? 'you and the machine' : 'you and chance'} hasSections>
      <h1>against the odds</h1>
      <nav aria-label="against the odds" className="buttons">
        <ChipLink to={paths.aboveExpectation} on={!isMachine}>
          you and chance
        </ChipLink>
        <ChipLink to={paths.machine} on={isMachine}>
          you and the machine
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
    <Card heading="better than chance">
      <p className={styles.words}>
        How many more points you scored than your picks were likely to bring, over all your shows. A bold pick
        that lands lifts you most. You are on the list after {ABOVE_EXPECTATION.minShows} shows, and your
        scores stay as they are.
      </p>
      {data ? (
        <AboveBoard {...data} />
      ) : (
        <NotLoaded what="the board" query={{ isError, refetch }} blocks={[10, '56px']} />
      )}
    </Card>
  )
}

function AboveBoard({ rows, players }: { rows: readonly AboveRow[]; players: number }) {
  const { user } = useCurrentUser()
  if (rows.length === 0) {
    return (
      <EmptyState
        title="Nobody is on this list yet."
        action={<ButtonLink to={paths.home}>see upcoming shows</ButtonLink>}
      >
        You are on it after {ABOVE_EXPECTATION.minShows} scored shows that had chances.
      </EmptyState>
    )
  }
  const isOwn = ({ userId }: AboveRow) => userId === user?.id
  const columns: readonly TableColumn<AboveRow>[] = [
    { header: 'rank', cellClassName: () => board.rank, cell: ({ rank }) => rank },
    {
      header: 'player',
      isRowHeader: true,
      cell: (row) => <BoardPlayer row={row} isCurrentUser={isOwn(row)} />,
    },
    { header: 'shows', className: board.number, cell: ({ shows }) => shows },
    {
      header: 'vs chance',
      className: board.number,
      cellClassName: ({ above }) => clsx(styles.above, above < 0 && styles.below),
      cell: ({ above }) => SIGNED.format(above),
    },
  ]
  return (
    <>
      <Table
        caption="players against chance"
        className={clsx(PLAYERS, board.table)}
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        rowProps={(row) => ({ className: clsx(isOwn(row) && ownRow(true)), onClick: followRowLink })}
      />
      {players > rows.length && (
        <p className={clsx(styles.hidden, 'soft small tabular')}>
          and {counted(players - rows.length, 'more player')}
        </p>
      )}
    </>
  )
}
