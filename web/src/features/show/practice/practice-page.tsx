import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { PracticeSong } from '@called-it/shared/contract/replays'
import type { Show } from '@called-it/shared/contract/shows'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api.ts'
import { paths } from '../../../lib/paths.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { NightHead } from '../night-head.tsx'
import { ShowOfAddress } from '../show-of-address.tsx'
import { usePracticeSongs } from './practice-queries.ts'
import { PracticeResult } from './practice-result.tsx'

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
