import { counted } from '@called-it/shared/contract/counted'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Replay } from '@called-it/shared/contract/replays'
import { memo, useMemo } from 'react'
import { Card } from '../../../ui/card.tsx'
import { boardSteps } from './board-steps.ts'
import { ReplayBoard } from './replay-board.tsx'
import { SongInAddress } from './song-in-address.tsx'
import { Stage } from './stage.tsx'
import { stageSteps } from './stage-steps.ts'
import { usePlayhead } from './use-playhead.ts'

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
            <p className="soft">
              brought {counted(board.paid, 'point')} to {counted(replay.players, 'card')}
            </p>
          )
        }
      >
        {hasPlayers ? (
          <ReplayBoard board={board} players={replay.players} isFinal={step.stage === 'final'} />
        ) : (
          <Card heading="board">
            <p className="soft">Nobody has picked this show.</p>
          </Card>
        )}
      </Stage>
    </>
  )
})
