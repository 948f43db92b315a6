import type { SharedCard } from '@called-it/shared/contract/shares'
import type { Show } from '@called-it/shared/contract/shows'
import { useEffect, useEffectEvent } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ApiError } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useSite } from '../../../lib/api/site.ts'
import { useRefetchSoon, useRefetchWhenScored } from '../../../lib/events/use-refetch-soon.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { useLiveShow } from '../../../lib/live/use-live-show.ts'
import { paths } from '../../../lib/paths.ts'
import { useSharedCard } from '../../../lib/shows/shares.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TileLegend } from '../../../ui/night/pick-tiles.tsx'
import { StageScore } from '../../../ui/night/stage-score.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { StageCard } from '../../../ui/stage-card.tsx'
import { HeadSkeleton } from '../show-skeletons.tsx'
import { useShowPhase } from '../use-show-phase.ts'
import { BestCalls } from './best-calls.tsx'
import { MakePicks, NextShow } from './next-show.tsx'
import styles from './share-page.module.css'

/** A card that a fan shares, for everybody with the link. */
export function SharePage() {
  const { token = '' } = useParams()
  const { data: card, error, refetch } = useSharedCard(token)
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 410) && error
  if (card && !missing) return <Shared card={card} token={token} />
  return (
    <Page title={t('show.shared-card')} hasSections>
      <h1 className="visually-hidden">{t('show.shared-card')}</h1>
      {missing ? (
        <Card>
          <EmptyState
            title={t(missing.status === 410 ? 'show.share-gone' : 'show.no-card')}
            action={
              <ButtonLink variant="main" to={paths.home}>
                {t('show.make-own')}
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <NotLoaded what={t('show.the-card')} query={{ isError: Boolean(error), refetch }} failsInCard>
          <HeadSkeleton />
        </NotLoaded>
      )}
    </Page>
  )
}

function Shared({ card, token }: { card: SharedCard; token: string }) {
  const { refetchSoon, live } = useCurrentCard(card, token)
  const { name, show, result } = card
  const band = useSite().data?.band.name
  const head = (
    <div className="stack-2">
      <h1 className={styles.head}>
        <Rich
          id={result ? 'show.guessed' : 'show.picked'}
          who={(words) => <span className={styles.who}>{words}</span>}
          name={<bdi>{name}</bdi>}
          show={
            <Link to={paths.show(show.id)} className="quiet-link anywhere">
              {show.venue}
            </Link>
          }
        />
      </h1>
      <p className={styles.soft}>{[band, plainDate(show.date), show.location].filter(Boolean).join(' · ')}</p>
    </div>
  )
  return (
    <Page title={`${name}, ${show.venue}`} width="narrow" className={styles.page}>
      {result ? (
        <>
          <StageScore
            label={t('show.shared-card')}
            head={head}
            total={result.total}
            unit={t(result.is_final ? 'show.unit' : 'show.unit-so-far', { total: result.total })}
            standing={result}
            slots={result.slots}
            legend={<TileLegend />}
          >
            {result.machine !== null && (
              <p className={styles.soft}>{againstMachine(result.total - result.machine)}</p>
            )}
          </StageScore>
          <BestCalls result={result} live={live} />
          <NextShow showId={show.id} isFinal={result.is_final} />
        </>
      ) : (
        <StageCard aria-label={t('show.shared-card')} className="stack-4">
          <AtLock showId={show.id} onClosed={refetchSoon} />
          {head}
          <p>{t('show.secret-card')}</p>
          <MakePicks showId={show.id}>{t('show.make-own')}</MakePicks>
        </StageCard>
      )}
    </Page>
  )
}

function againstMachine(lead: number): string {
  if (lead === 0) return t('show.level')
  return t(lead > 0 ? 'show.ahead' : 'show.behind', { points: Math.abs(lead) })
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
function useCurrentCard({ show, result }: SharedCard, token: string) {
  const refetchSoon = useRefetchSoon(queryKeys.share(token))
  const live = useLiveShow(show.id, { enabled: result !== null })
  useServerEvent('live:changed', ({ showId }) => {
    if (showId === show.id) refetchSoon()
  })
  useRefetchWhenScored(show.id, queryKeys.share(token))
  return { refetchSoon, live }
}
