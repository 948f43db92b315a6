import clsx from 'clsx'
import { ListMusic } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMatch, useNavigate, useNavigationType, useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { hasCode } from '../../lib/api/api.ts'
import { PHONE } from '../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts'
import { lazyModule, useLazyModule, useLoadWhenIdle } from '../../lib/lazy-module.ts'
import { paths, patterns, readShowId } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { useShow } from '../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'
import { useCatalogueChanges, useSongs } from '../../lib/songs/songs.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { UnknownShow } from '../../ui/unknown-show.tsx'
import { forgetSaved } from './builder/active-slot.ts'
import { BuilderPanel } from './builder/builder-panel.tsx'
import { useOfDraft } from './builder/draft-store.ts'
import { usePicking } from './builder/use-picking.ts'
import styles from './home.module.css'
import { HomeFrame } from './home-frame.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { ScoreSkeleton } from './scoring/score-skeleton.tsx'
import { ScoredSetlistsCard } from './scoring/scored-setlists-card.tsx'
import { ScoringPanel } from './scoring/scoring-panel.tsx'
import { ScoringRulesCard } from './scoring/scoring-rules-card.tsx'
import { closeTestScore, type TestScore, useTestScore } from './scoring/test-score.ts'
import { RecentShows } from './shows/recent-shows.tsx'
import { UpcomingShows } from './shows/upcoming-shows.tsx'
import { SignUpBanner } from './sign-up-banner.tsx'
import { SongsPanel, songBrowser } from './songs/songs-panel.tsx'
import { usePhase } from './use-phase.ts'
import { TryPractice, WelcomeCard } from './welcome-card.tsx'

const scoreViews = lazyModule(() => import('./scoring/score-views.ts'))
const pickSheet = lazyModule(() => import('./builder/pick-sheet.tsx'))

export function HomePage() {
  const { showId: showIdText } = useParams()
  const showId = readShowId(showIdText)
  const show = useShow(showId)
  const phase = usePhase()
  const isLoaded = useIsLoaded(show.isLoading || phase.isPending)
  const isUnreadable = showIdText !== undefined && showId === null
  if (isUnreadable || hasCode(show.error, 'show_not_found') || hasCode(show.error, 'malformed_path'))
    return <UnknownShow />
  if (!isLoaded) return <HomeSkeleton />
  return <Home showId={showId} {...phase} />
}

/** True once the show, the songs and what the phase depends on have loaded or failed. Then each part loads by itself. */
function useIsLoaded(isRestPending: boolean): boolean {
  const isPending = useSongs().isPending || isRestPending
  const isServed = !useIsOnDevice() && !isRestPending
  const [isLoaded, setIsLoaded] = useState(!isPending || isServed)
  if (!isPending && !isLoaded) setIsLoaded(true)
  return isLoaded
}

type HomeProps = Pick<ReturnType<typeof usePhase>, 'phase' | 'code'> & { showId: number | null }

function Home({ showId, phase, code }: HomeProps) {
  useCatalogueChanges()
  const isPhone = useMediaQuery(PHONE)
  const canPick = Boolean(useCurrentUser().user)
  useLoadWhenIdle(songBrowser, canPick)
  // One chunk with the other lazy parts of the builder.
  useLoadWhenIdle(scoreViews, canPick)
  const scoring = useScoring(showId)
  const picking = usePickSheet(isPhone && !scoring ? showId : null)
  const songCount = useSongs().data?.length
  const card = code && <code.PhaseCard phase={phase} selectedShowId={showId} />
  // On a phone the builder comes first once it is open: above it the card would move it at the lock.
  const isBuilderFirst = isPhone && showId !== null
  const isSubmitAbove = !isPhone && phase.name === 'picking' && phase.show.id === showId
  const stage = (
    <div key="stage" className={clsx(styles.stage, scoring && styles.result, isBuilderFirst && styles.first)}>
      {scoring ? (
        <ScoreStage key={scoring.showId} scoring={scoring} />
      ) : (
        <BuilderPanel showId={showId} onChoose={picking?.open} isSubmitAbove={isSubmitAbove} />
      )}
    </div>
  )
  const intro = [
    <div key="welcome" className={styles.welcome}>
      <WelcomeCard />
      {!canPick && <TryPractice />}
    </div>,
    // The card of the phase says that there are none.
    (!card || phase.name !== 'nothing') && (
      <div key="next" className={styles.next}>
        <UpcomingShows selectedShowId={showId} />
      </div>
    ),
  ]
  return (
    <HomeFrame phase={!isBuilderFirst && card}>
      {isBuilderFirst ? [stage, ...intro] : [...intro, stage]}
      {isPhone || scoring ? (
        picking?.parts
      ) : (
        <div className={styles.songs}>
          <Card heading={t('home.songs')} note={songCount}>
            <SongsPanel showId={showId} />
          </Card>
        </div>
      )}
      <div className={styles.more}>
        {isBuilderFirst && (phase.name === 'live' || phase.name === 'lobby') && card}
        <ScoringRulesCard />
        <ScoredSetlistsCard />
      </div>
      <div className={styles.recent}>
        <RecentShows />
      </div>
      <SignUpBanner />
    </HomeFrame>
  )
}

type Scoring = { showId: number; test: TestScore | null }

/** Null outside scoring mode. */
function useScoring(showId: number | null): Scoring | null {
  const isScorePage = useMatch(patterns.score) !== null
  const score = useTestScore((store) => store.score)
  if (showId === null) return null
  if (isScorePage) return { showId, test: null }
  return score?.showId === showId ? { showId, test: score } : null
}

/** The result in place of builder and songs: nothing here changes a draft. */
function ScoreStage({ scoring: { showId, test } }: { scoring: Scoring }) {
  const navigate = useNavigate()
  const { data: show } = useShow(showId)
  const close = () => {
    if (test) closeTestScore()
    else void navigate(paths.prediction(showId))
  }
  const navigation = useNavigationType()
  // Home, builder and score view are one page, which begins again here. After going back the browser has scrolled.
  useEffect(() => {
    if (test === null && navigation === 'POP') return
    scrollTo(0, 0)
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [test, navigation])
  const code = useLazyModule(scoreViews, true, () => {
    toastFailure(t('home.not-opened'), t('home.check-net'))
    close()
  })
  return (
    <ScoringPanel show={show} onClose={close}>
      {code === null && <ScoreSkeleton />}
      {code && !test && <code.ScoreView showId={showId} onClose={close} />}
      {code && test && (
        <code.ScoreCard
          {...test}
          isTest
          showDetails={show}
          notes={<p>{t('score.test-note')}</p>}
          onClose={close}
        />
      )}
    </ScoringPanel>
  )
}

function usePickSheet(showId: number | null) {
  const { data: show } = useShow(showId)
  const isOpen = useTimeLeft(show) !== null
  const picking = usePicking()
  const code = useLazyDialog(
    pickSheet,
    { open: picking.isOpen, onOpenChange: picking.close },
    showId !== null,
  )
  if (showId === null || !isOpen) return null
  const open = () => {
    forgetSaved()
    picking.open()
  }
  return {
    open,
    parts: (
      <>
        <div className={styles.dock} data-dock>
          <AddSongs showId={showId} onClick={open} />
        </div>
        {code && <code.PickSheet showId={showId} open={picking.isOpen} onOpenChange={picking.close} />}
      </>
    ),
  }
}

function AddSongs({ showId, onClick }: { showId: number; onClick: () => void }) {
  // The main action until there is something to submit.
  const isNew = useOfDraft(showId, ({ changed, savedAt }) => !changed && savedAt === null)
  return (
    <Button variant={isNew ? 'main' : 'plain'} size="l" wide onClick={onClick}>
      <ListMusic aria-hidden /> {t('pick.add-songs')}
    </Button>
  )
}
