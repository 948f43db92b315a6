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
import { t } from '../../../lib/words/texts.ts'
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
    <ShowOfAddress title={t('show.practice-title')}>
      {(show) => (
        <Page
          title={t('show.practice-of', { venue: show.venue, date: plainDate(show.showdate) })}
          hasSections
        >
          <NightHead kind={t('show.practice-kind')} show={show}>
            <ButtonLink to={paths.practiceShows}>{t('show.another-show')}</ButtonLink>
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
        <p className="soft">{t('show.practice-how')}</p>
        <Builder show={show} songs={songs} onSubmit={setSubmitted} />
      </>
    )
  }
  if (!error) {
    return (
      <Loading label={t('show.songs-load')}>
        <SkeletonBlocks count={8} height="60px" />
      </Loading>
    )
  }
  return (
    <Card>
      {isRefused(error) ? (
        <EmptyState
          title={t('show.no-practice')}
          action={<ButtonLink to={paths.practiceShows}>{t('show.past-shows')}</ButtonLink>}
        >
          {t('show.practice-needs')}
        </EmptyState>
      ) : (
        <LoadFailed title={t('show.songs-failed')} onRetry={refetch} />
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
  if (!isError) return <StageSkeleton label={t('show.loads')} />
  return (
    <Card>
      <LoadFailed
        title={t('show.failed')}
        onRetry={refetch}
        moreActions={<Button onClick={onRetry}>{t('show.back-to-picks')}</Button>}
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
        heading={
          step.stage === 'final' ? t('show.points-count', { points: score.total }) : t('show.by-category')
        }
        note={t(step.stage === 'final' ? 'show.in-the-end' : 'show.so-far')}
      >
        <CategoryRows breakdown={{ ...score.categories, details }} />
        <div className="buttons">
          <Button variant="main" onClick={onRetry}>
            {t('show.try-again')}
          </Button>
          <ButtonLink to={paths.practiceShows}>{t('show.another-show')}</ButtonLink>
        </div>
      </Card>
    </Stage>
  )
}
