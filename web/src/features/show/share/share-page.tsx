import { ERRORS } from '@called-it/shared/contract/errors'
import type { SharedCard } from '@called-it/shared/contract/shares'
import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useEffect, useEffectEvent } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ApiError } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useRefetchSoon, useRefetchWhenScored } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { useLiveShow } from '../../../lib/live/use-live-show.ts'
import { paths } from '../../../lib/paths.ts'
import { useSharedCard } from '../../../lib/shows/shares.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { ScoreHero } from '../../../ui/night/score-hero.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { HeadSkeleton } from '../show-skeletons.tsx'
import { useShowPhase } from '../use-show-phase.ts'
import styles from './share-page.module.css'
import { SharedTiles } from './shared-tiles.tsx'

/** A card that a fan shares, for everybody with the link. */
export function SharePage() {
  const { token = '' } = useParams()
  const { data: card, error, refetch } = useSharedCard(token)
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 410) && error
  if (card && !missing) return <Shared card={card} token={token} />
  return (
    <Page title="shared card" hasSections>
      <h1 className="visually-hidden">shared card</h1>
      {missing ? (
        <Card>
          <EmptyState
            title={ERRORS[missing.status === 410 ? 'share_gone' : 'share_not_found'].message}
            action={<ButtonLink to={paths.home}>make your own picks</ButtonLink>}
          />
        </Card>
      ) : error ? (
        <Card>
          <LoadFailed title="The card could not be loaded." onRetry={refetch} />
        </Card>
      ) : (
        <Loading label="Loading the card...">
          <HeadSkeleton />
        </Loading>
      )}
    </Page>
  )
}

function Shared({ card, token }: { card: SharedCard; token: string }) {
  const refetchSoon = useCurrentCard(card, token)
  const { name, show, result } = card
  return (
    <Page title={`${name}, ${show.venue}`} hasSections>
      <section aria-label="shared card" className="stack-2">
        <h1 className={styles.name}>
          <bdi>{name}</bdi>
        </h1>
        <p className="soft">
          {result ? 'called' : 'has picks for'} <Link to={paths.show(show.id)}>{show.venue}</Link>,{' '}
          {[show.location, longDate(show.date)].filter(Boolean).join(' · ')}
        </p>
      </section>
      {result ? (
        <div className={clsx(styles.result, 'stack-4')}>
          <ScoreHero
            label="score"
            own={{ ...result, score: result, lastGain: 0, revision: 0, rankBefore: null }}
            stage={result.is_final ? 'final' : 'live'}
          />
          <SharedTiles result={result} />
        </div>
      ) : (
        <Card>
          <AtLock showId={show.id} onClosed={refetchSoon} />
          <EmptyState title="I have picked">The picks stay secret until they close.</EmptyState>
        </Card>
      )}
      <div className="buttons">
        <ButtonLink variant="main" to={result ? paths.home : paths.prediction(show.id)}>
          make your own picks
        </ButtonLink>
        <ButtonLink to={paths.show(show.id)}>see the show</ButtonLink>
      </div>
    </Page>
  )
}

type AtLockProps = { onClosed: () => void }

/** Draws nothing. */
function AtLock({ showId, ...rest }: AtLockProps & { showId: number }) {
  const { data: show } = useShow(showId)
  return show ? <AtLockOf show={show} {...rest} /> : null
}

function AtLockOf({ show, onClosed }: AtLockProps & { show: Show }) {
  const isClosed = useShowPhase(show) === 'closed'
  const close = useEffectEvent(onClosed)
  useEffect(() => {
    if (isClosed) close()
  }, [isClosed])
  return null
}

/** Reads the card again at each song and when the show is scored. */
function useCurrentCard({ show, result }: SharedCard, token: string): () => void {
  const refetchSoon = useRefetchSoon(queryKeys.share(token))
  // For its events.
  useLiveShow(show.id, { enabled: result !== null && !result.is_final })
  useServerEvent('live:changed', ({ showId }) => {
    if (showId === show.id) refetchSoon()
  })
  useRefetchWhenScored(show.id, queryKeys.share(token))
  return refetchSoon
}
