import { counted } from '@called-it/shared/contract/counted'
import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { useMemo, useState } from 'react'
import { REDUCED_MOTION } from '../../../lib/hooks/use-media-query.ts'
import { paths } from '../../../lib/paths.ts'
import { filledSlots } from '../../../lib/shows/filled-slots.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { CategoryRows } from '../../../ui/category-rows.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Stage } from '../replay/stage.tsx'
import { StageSkeleton } from '../replay/stage-skeleton.tsx'
import { stageSteps } from '../replay/stage-steps.ts'
import { usePlayhead } from '../replay/use-playhead.ts'
import { usePracticeResult } from './practice-queries.ts'

type PracticeResultProps = { showId: number; card: SetlistPicks; onRetry: () => void }

export function PracticeResult({ showId, card, onRetry }: PracticeResultProps) {
  const { data: performances, isError, refetch } = usePracticeResult(showId)
  if (performances) return <Played performances={performances} card={card} onRetry={onRetry} />
  if (!isError) return <StageSkeleton label="Loading the show..." />
  return (
    <Card>
      <LoadFailed
        title="The show could not be loaded."
        onRetry={refetch}
        moreActions={<Button onClick={onRetry}>back to your picks</Button>}
      />
    </Card>
  )
}

type PlayedProps = Omit<PracticeResultProps, 'showId'> & { performances: readonly PlayedSong[] }

function Played({ performances, card, onRetry }: PlayedProps) {
  const steps = useMemo(() => stageSteps(performances, card), [performances, card])
  const [playsAtOnce] = useState(() => !matchMedia(REDUCED_MOTION).matches)
  const playhead = usePlayhead(steps.length, 0, playsAtOnce)
  const step = steps[playhead.index]
  const score = step?.own?.score
  if (!step || !score) return null
  const names = new Map(
    SET_NAMES.flatMap((set) => filledSlots(card[set]).map(({ id, name }) => [id, name] as const)),
  )
  const details = score.hits.map(({ category, songId }) => ({
    reason: category,
    songName: names.get(songId) ?? '',
  }))
  return (
    <Stage steps={steps} playhead={playhead} place={null}>
      <Card
        heading={step.stage === 'final' ? counted(score.total, 'point') : 'points by category'}
        note={step.stage === 'final' ? 'in the end' : 'so far'}
      >
        <CategoryRows breakdown={{ ...score.categories, details }} />
        <div className="buttons">
          <Button variant="main" onClick={onRetry}>
            try again
          </Button>
          <ButtonLink to={paths.practiceShows}>another show</ButtonLink>
        </div>
      </Card>
    </Stage>
  )
}
