import { counted } from '@called-it/shared/contract/counted'
import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { PracticeSong } from '@called-it/shared/contract/replays'
import type { Show } from '@called-it/shared/contract/shows'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api.ts'
import { REDUCED_MOTION } from '../../../lib/hooks/use-media-query.ts'
import { paths } from '../../../lib/paths.ts'
import { filledSlots } from '../../../lib/shows/filled-slots.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { CategoryRows } from '../../../ui/category-rows.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { NightHead } from '../night-head.tsx'
import { Stage } from '../replay/stage.tsx'
import { StageSkeleton } from '../replay/stage-skeleton.tsx'
import { stageSteps } from '../replay/stage-steps.ts'
import { usePlayhead } from '../replay/use-playhead.ts'
import { ShowOfAddress } from '../show-of-address.tsx'
import { usePracticeResult, usePracticeSongs } from './practice-queries.ts'

type Builder = ComponentType<{
  show: Show
  songs: readonly PracticeSong[]
  onSubmit: (picks: SetlistPicks) => void
}>

/** Picks for a past show, whose result stays hidden until they are submitted. */
export function PracticePage({ Builder }: { Builder: Builder }) {
  return (
    <ShowOfAddress title="Practice">
      {(show) => (
        <Page title={`Practice: ${show.venue}, ${plainDate(show.showdate)}`} hasSections>
          <NightHead kind="practice" show={show}>
            <ButtonLink to={paths.practiceShows}>another show</ButtonLink>
          </NightHead>
          <Practice key={show.id} show={show} Builder={Builder} />
        </Page>
      )}
    </ShowOfAddress>
  )
}

function Practice({ show, Builder }: { show: Show; Builder: Builder }) {
  const { data: songs, error, refetch } = usePracticeSongs(show.id)
  const [submitted, setSubmitted] = useState<SetlistPicks | null>(null)
  useFocusOnChange(submitted !== null)
  if (submitted) {
    return <PracticeResult showId={show.id} card={submitted} onRetry={() => setSubmitted(null)} />
  }
  if (songs) {
    return (
      <>
        <p className="soft">pick as if it were the day before. just for fun: it doesn't count.</p>
        <Builder show={show} songs={songs} onSubmit={setSubmitted} />
      </>
    )
  }
  if (!error) {
    return (
      <Loading label="Loading the songs...">
        <SkeletonBlocks count={8} height="60px" />
      </Loading>
    )
  }
  return (
    <Card>
      {isRefused(error) ? (
        <EmptyState
          title="Nobody can practice on this show yet."
          action={<ButtonLink to={paths.practiceShows}>past shows</ButtonLink>}
        >
          It needs a setlist, and has to be over.
        </EmptyState>
      ) : (
        <LoadFailed title="The songs could not be loaded." onRetry={refetch} />
      )}
    </Card>
  )
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404)
}

/** The card and its result replace each other as pages do. */
function useFocusOnChange(isSubmitted: boolean): void {
  const shown = useRef(isSubmitted)
  useEffect(() => {
    if (shown.current === isSubmitted) return
    shown.current = isSubmitted
    scrollTo(0, 0)
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [isSubmitted])
}

type PracticeResultProps = { showId: number; card: SetlistPicks; onRetry: () => void }

function PracticeResult({ showId, card, onRetry }: PracticeResultProps) {
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
