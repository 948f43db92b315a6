import { counted } from '@called-it/shared/contract/counted'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Replay } from '@called-it/shared/contract/replays'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Card } from '../../../ui/card.tsx'
import { boardSteps } from './board-steps.ts'
import { ReplayBoard } from './replay-board.tsx'
import { Stage } from './stage.tsx'
import { stageSteps } from './stage-steps.ts'
import { usePlayhead } from './use-playhead.ts'

/** Browsers limit how often an address may change. */
const ADDRESS_AFTER_MS = 400

type ReplayStageProps = { replay: Replay; picks: SetlistPicks | null; userId: number | null }

export function ReplayStage({ replay, picks, userId }: ReplayStageProps) {
  const steps = useMemo(() => stageSteps(replay.performances, picks), [replay, picks])
  const boards = useMemo(() => boardSteps(replay, userId), [replay, userId])
  const playhead = usePlayhead(steps.length, songOf(useSearchParams()[0]))
  useSongInAddress(playhead.index)
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
    <Stage
      steps={steps}
      playhead={playhead}
      place={
        rank === null || !hasPlayers ? null : { rank, rankBefore: rankAt(index - 1), players: replay.players }
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
  )
}

/** `?song=` counts from 1. */
function songOf(search: URLSearchParams): number {
  const song = Number.parseInt(search.get('song') ?? '1', 10)
  return Number.isNaN(song) ? 0 : song - 1
}

function useSongInAddress(index: number): void {
  const [search, setSearch] = useSearchParams()
  const settled = useDebounced(index, ADDRESS_AFTER_MS)
  const write = useEffectEvent(() => {
    if (songOf(search) !== settled) setSearch({ song: String(settled + 1) }, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the song, never the other way round
  useEffect(() => write(), [settled])
}
