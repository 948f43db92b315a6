import clsx from 'clsx'
import { labelOfSet } from '../../lib/shows/set-labels.ts'
import styles from './next-slot.module.css'
import { nextPosition, type Row } from './project-taps.ts'

type NextSlotProps = { rows: readonly Row[]; openSet: string | null }

export function NextSlot({ rows, openSet }: NextSlotProps) {
  const set = openSet ?? rows.at(-1)?.set ?? 'set1'
  const position = nextPosition(rows, set)
  return (
    <p role="status" className={clsx(styles.next, 'row-2 tabular')}>
      <span className={styles.position}>{position}</span>
      <b>tap what they play</b>
      <span className={styles.set}>{labelOfSet(set).toLowerCase()}</span>
    </p>
  )
}
