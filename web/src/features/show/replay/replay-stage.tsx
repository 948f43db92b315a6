import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Replay } from '@called-it/shared/contract/replays'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { namelessFan } from '../../../lib/account/nameless-fan.ts'
import { namelessKey } from '../../../lib/live/board-rows.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { type PointsRow, PointsTable } from '../../../ui/points-table.tsx'
import styles from './replay-board.module.css'
import { SongInAddress } from './song-in-address.tsx'
import { Stage } from './stage.tsx'
import { stageSteps } from './stage-steps.ts'
import { usePlayhead } from './use-playhead.ts'

const SHOWN_ROWS = 10

const Rows = memo(PointsTable)

type ReplayStageProps = {
  replay: Replay
  picks: SetlistPicks | null
  userId: number | null
  /** From 0. */
  firstSong: number
}

/** A new address does not render it again. */
export const ReplayStage = memo(function ReplayStage({ replay, picks, userId, firstSong }: ReplayStageProps) {
  const steps = useMemo(() => stageSteps(replay.performances, picks, replay.points), [replay, picks])
  const boards = useMemo(() => boardSteps(replay, userId), [replay, userId])
  const playhead = usePlayhead(steps.length, firstSong)
  const { index } = playhead
  const step = steps[index]
  const board = boards[index]
  if (!step || !board) return null

  const rankAt = (at: number) => {
    const total = steps[at]?.own?.score.total
    return total === undefined ? null : (boards[at]?.rankOf(total) ?? null)
  }
  const rank = rankAt(index)
  const hasPlayers = replay.players > 0
  return (
    <>
      <SongInAddress index={index} />
      <Stage
        steps={steps}
        playhead={playhead}
        place={
          rank === null || !hasPlayers
            ? null
            : { rank, rankBefore: rankAt(index - 1), players: replay.players }
        }
        facts={
          hasPlayers && (
            <p className="soft">{t('replay.brought', { points: board.paid, cards: replay.players })}</p>
          )
        }
      >
        {hasPlayers ? (
          <ReplayBoard board={board} players={replay.players} isFinal={step.stage === 'final'} />
        ) : (
          <Card heading={t('replay.board')}>
            <p className="soft">{t('replay.nobody')}</p>
          </Card>
        )}
      </Stage>
    </>
  )
})

type ReplayBoardProps = { board: BoardStep; players: number; isFinal: boolean }

function ReplayBoard({ board: { rows }, players, isFinal }: ReplayBoardProps) {
  const [showsAll, setShowsAll] = useState(false)
  // A hundred rows take as long as the rest of a step, so they follow it, and a fast slider leaves them out.
  const shown = useDeferredValue(
    useMemo(() => (showsAll ? rows : rows.slice(0, SHOWN_ROWS)), [rows, showsAll]),
  )
  return (
    <Card heading={t('replay.board')} note={t(isFinal ? 'replay.final' : 'replay.as-stood')}>
      <p className="soft small">{t('replay.players', { players })}</p>
      <Rows caption={t('replay.board')} rows={shown} />
      {!showsAll && rows.length > SHOWN_ROWS && (
        <Button ref={passFocusOn} wide className={styles.more} onClick={() => setShowsAll(true)}>
          {t(rows.length < players ? 'replay.first' : 'replay.all', { count: rows.length })}
        </Button>
      )}
    </Card>
  )
}

/** The board after one of the songs. */
type BoardStep = {
  rows: readonly PointsRow[]
  rankOf: (total: number) => number
  /** What the step paid to all players together. */
  paid: number
}

function boardSteps({ steps, names }: Replay, userId: number | null): BoardStep[] {
  let before = 0
  return steps.map(({ histogram, top }) => {
    const counts = unpackHistogram(histogram)
    const rankOf = rankByTotal(counts)
    const all = counts.reduce((sum, { total, players }) => sum + total * players, 0)
    const paid = all - before
    before = all
    const rows = top.map(([place, total]) => {
      const player = names[place] ?? null
      return {
        player: player ? String(player.id) : namelessKey(place),
        userId: player?.id ?? null,
        rank: rankOf(total),
        name: player?.display_name ?? namelessFan(),
        total,
        isOwn: player !== null && player.id === userId,
      }
    })
    return { rows, rankOf, paid }
  })
}
