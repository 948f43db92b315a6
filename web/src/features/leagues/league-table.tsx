import { counted } from '@called-it/shared/contract/counted'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Glow } from '../../ui/glow.tsx'
import { type PointsRow, PointsTable } from '../../ui/points-table.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import styles from './league-standings.module.css'

export type LeagueRow = PointsRow & {
  /** Those that count. */
  shows: number
  /** Points in the shows that run; null without a card. */
  tonight: number | null
}

/** With the own row as many as move to their place. */
const SHOWN = 29

export function LeagueTable({ rows, isLive }: { rows: readonly LeagueRow[]; isLive: boolean }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.filter(({ isOwn }, index) => isOwn || index < SHOWN)
  return (
    <>
      <PointsTable caption="league table" rows={shown} columns={isLive ? [SHOWS, TONIGHT] : [SHOWS]} />
      {rows.length > shown.length && (
        <Button ref={passFocusOn} wide className={styles.more} onClick={() => setIsWhole(true)}>
          all {counted(rows.length, 'member')}
        </Button>
      )}
    </>
  )
}

const SHOWS: TableColumn<LeagueRow> = {
  header: 'shows',
  className: styles.number,
  cell: ({ shows }) => shows,
}

const TONIGHT: TableColumn<LeagueRow> = {
  header: 'tonight',
  className: styles.number,
  cellClassName: () => styles.tonight,
  cell: ({ tonight }) =>
    tonight === null ? (
      <>
        <span aria-hidden>–</span>
        <span className="visually-hidden">no card</span>
      </>
    ) : (
      <Glow value={`+${tonight}`} />
    ),
}
