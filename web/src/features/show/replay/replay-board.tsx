import { counted } from '@called-it/shared/contract/counted'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { PointsTable } from '../../../ui/points-table.tsx'
import type { BoardStep } from './board-steps.ts'
import styles from './replay-board.module.css'

const SHOWN = 10

type ReplayBoardProps = { board: BoardStep; players: number; isFinal: boolean }

export function ReplayBoard({ board: { rows }, players, isFinal }: ReplayBoardProps) {
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Card heading="board" note={isFinal ? 'final' : 'as it stood'}>
      <p className="soft small">{counted(players, 'player')}</p>
      <PointsTable caption="board" rows={showsAll ? rows : rows.slice(0, SHOWN)} />
      {!showsAll && rows.length > SHOWN && (
        <Button ref={passFocusOn} wide className={styles.more} onClick={() => setShowsAll(true)}>
          {rows.length < players ? `the first ${rows.length}` : `all ${rows.length} players`}
        </Button>
      )}
    </Card>
  )
}
