import type { Show } from '@called-it/shared/contract/shows'
import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchOnConnect } from '../../lib/events/use-refetch-soon.ts'
import { useStillWhileTouched } from '../../lib/hooks/use-still-while-touched.ts'
import { lazyExport } from '../../lib/lazy-export.tsx'
import { stageOf, stageOfPhase } from '../../lib/live/live-stage.ts'
import { useLiveSystemCards } from '../../lib/live/system-cards.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'
import { paths, readShowId } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonBlocks } from '../../ui/skeleton.tsx'
import { LiveHead } from './live/live-head.tsx'
import styles from './live/live-night.module.css'
import { LiveNight } from './live/live-night.tsx'
import { LiveNightSkeleton } from './live/live-night-skeleton.tsx'
import { PickedSoFar } from './picked-so-far.tsx'
import { ShowHead } from './show-head.tsx'
import { ShowLoading, ShowOfAddress } from './show-of-address.tsx'
import { useIsPageLoading } from './use-show-page.ts'
import { useShowPhase } from './use-show-phase.ts'
import { type PickingSheet, VisitorStart } from './visitor-start.tsx'

// Below what is played. Loaded with the page: after a fallback React delays the next commit by 300 ms.
const Reveal = lazyExport(() => import('./reveal.tsx'))
void Reveal.load().catch(() => undefined)

type ShowPageProps = {
  /** In which visitors look at the songs. */
  Sheet?: PickingSheet
}

/** A show for everybody: until its lock the countdown, then what was picked, at last what was played. */
export function ShowPage({ Sheet }: ShowPageProps) {
  const isLoading = useIsPageLoading(readShowId(useParams().showId))
  if (isLoading) return <ShowLoading title={t('show.title')} />
  return (
    <ShowOfAddress title={t('show.title')}>
      {(show) => <LoadedShow key={show.id} show={show} Sheet={Sheet} />}
    </ShowOfAddress>
  )
}

function LoadedShow({ show: newest, Sheet }: { show: Show; Sheet: PickingSheet | undefined }) {
  const show = useStillWhileTouched(newest)
  const phase = useShowPhase(show)
  const isVisitor = useCurrentUser().user === null
  useRefetchOnConnect(queryKeys.show(show.id))
  const title = `${show.venue}, ${plainDate(show.showdate)}`
  return (
    <Page title={title} hasSections>
      {phase === 'closed' ? (
        <ClosedShow show={show} />
      ) : (
        <>
          <ShowHead show={show} phase={phase} />
          <EditorLink show={show} />
          {phase === 'closing' && (
            <Suspense>
              <Reveal show={show} isClosed={false} />
            </Suspense>
          )}
        </>
      )}
      {phase === 'open' && isVisitor && <VisitorStart show={show} Sheet={Sheet} />}
      {phase === 'open' && !isVisitor && (
        <Card>
          <EmptyState title={t('show.secret')}>
            <PickedSoFar showId={show.id} />
            {t('show.secret-until')}
          </EmptyState>
        </Card>
      )}
    </Page>
  )
}

/** What is played, and what was picked below it. */
function ClosedShow({ show }: { show: Show }) {
  const { data, isError, refetch } = useLiveShow(show.id)
  useLiveSystemCards(show, data)
  const live = useStillWhileTouched(data)
  const stage = live ? stageOf(show, live) : stageOfPhase(show.phase)
  return (
    <>
      <LiveHead show={show} stage={stage} />
      <EditorLink show={show} />
      <div className={styles.live}>
        {live && <LiveNight show={show} live={live} />}
        {!live && isError && (
          <Card>
            <LoadFailed title={t('show.live-failed')} onRetry={refetch} />
          </Card>
        )}
        {!live && !isError && <LiveNightSkeleton stage={stage} />}
        <Suspense fallback={<SkeletonBlocks count={3} height="72px" />}>
          <Reveal show={show} isClosed live={live} isFolded={stage !== 'locked'} />
        </Suspense>
      </div>
    </>
  )
}

/** For admins and live operators, until the show is scored. */
function EditorLink({ show }: { show: Show }) {
  const { user } = useCurrentUser()
  const isOperator = user?.is_admin || user?.is_live_operator || user?.rights_rest
  if (!isOperator || show.is_scored || show.is_cancelled) return null
  return (
    <div className="buttons">
      <ButtonLink to={paths.liveEditor(show.id)}>{t('show.live-editor')}</ButtonLink>
    </div>
  )
}
