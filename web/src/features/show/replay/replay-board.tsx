import { counted } from '@called-it/shared/contract/counted'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { PointsTable } from '../../../ui/points-table.tsx'
import type { BoardStep } from './board-steps.ts'
import styles from './replay-board.module.css'

const SHOWN = 10

const Rows = memo(PointsTable)

type ReplayBoardProps = { board: BoardStep; players: number; isFinal: boolean }

export function ReplayBoard({ board: { rows }, players, isFinal }: ReplayBoardProps) {
  const [showsAll, setShowsAll] = useState(false)
  // A hundred rows take as long as the rest of a step, so they follow it, and a fast slider leaves them out.
  const shown = useDeferredValue(useMemo(() => (showsAll ? rows : rows.slice(0, SHOWN)), [rows, showsAll]))
  return (
    <Card heading="board" note={isFinal ? 'final' : 'as it stood'}>
      <p className="soft small">{counted(players, 'player')}</p>
      <Rows caption="board" rows={shown} />
      {!showsAll && rows.length > SHOWN && (
        <Button ref={passFocusOn} wide className={styles.more} onClick={() => setShowsAll(true)}>
          {rows.length < players ? `the first ${rows.length}` : `all ${rows.length} players`}
        </Button>
      )}
    </Card>
  )
}
