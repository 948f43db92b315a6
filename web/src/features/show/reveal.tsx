import { type Correction, correctionEndpoints } from '@called-it/shared/contract/corrections'
import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Flame, LayoutGrid, Users } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useRefetchWhenScored } from '../../lib/events/use-refetch-soon.ts'
import { scorePicks } from '../../lib/live/own-card.ts'
import { paths } from '../../lib/paths.ts'
import { useCrowd } from '../../lib/shows/use-crowd.ts'
import { useSetlist } from '../../lib/shows/use-setlist.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { countAgreements } from './agreement.ts'
import { AllPicks } from './all-picks.tsx'
import { AgreementKey, CardSets } from './card-sets.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import { Fold } from './fold.tsx'
import { MostPicked } from './most-picked.tsx'
import { PlayedSetlist } from './played-setlist.tsx'
import styles from './reveal.module.css'
import { useHasSetlist } from './use-show-phase.ts'

type RevealProps = {
  show: Show
  /** By the server; before, the page waits for it. */
  isClosed: boolean
  /** What is played, above. */
  live?: LiveShow | undefined
  /** Until the first song the crowd's card is open. */
  isFolded?: boolean
}

/** After the lock, below what is played: setlist or its notes, corrections, and what was picked. */
export function Reveal({ show, isClosed, live, isFolded = false }: RevealProps) {
  const crowd = useCrowd(show.id, isClosed)
  const hasSetlist = useHasSetlist(show, isClosed)
  const own = useOwnPicks(show.id)
  const corrections = useCorrections(show)
  const hasSongs = live !== undefined && live.performances.length > 0
  const isWanted = hasSetlist === true && (show.is_scored || !hasSongs)
  const setlist = useSetlist(show.id, isWanted)
  const isPending =
    crowd.isPending ||
    hasSetlist === undefined ||
    (isWanted && setlist.isPending) ||
    own.isPending ||
    corrections.isLoading
  // All parts appear together, and stay when one of them loads later.
  const [isLoaded, setIsLoaded] = useState(!isPending)
  if (!isPending && !isLoaded) setIsLoaded(true)
  if (!isLoaded) {
    return (
      <Loading label={t('show.picks-load')}>
        <SkeletonBlocks count={3} height="64px" />
      </Loading>
    )
  }
  return (
    <>
      {isWanted && <PlayedSetlist setlist={setlist} isListed={hasSongs} />}
      {show.is_scored && <CorrectionsCard corrections={corrections} />}
      {crowd.data ? (
        <Picks
          show={show}
          crowd={crowd.data}
          own={own.picks}
          hasSetlist={hasSetlist === true}
          live={hasSongs ? live : undefined}
          isFolded={isFolded}
        />
      ) : (
        <Card>
          <LoadFailed title={t('show.picks-failed')} onRetry={crowd.refetch} />
        </Card>
      )}
    </>
  )
}

/** Null for a visitor, and for a fan without picks for the show. */
function useOwnPicks(showId: number): { picks: Crowd['card'] | null; isPending: boolean } {
  const { user, isPending } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const prediction = predictions.data?.find(({ show_id }) => show_id === showId)
  return {
    picks: (user && prediction?.setlist) || null,
    isPending: isPending || (Boolean(user) && predictions.isPending),
  }
}

type PicksProps = Pick<RevealProps, 'show' | 'live' | 'isFolded'> & {
  crowd: Crowd
  own: Crowd['card'] | null
  hasSetlist: boolean
}

function Picks({ show, crowd, own, hasSetlist, live, isFolded = false }: PicksProps) {
  if (crowd.players === 0) {
    if (hasSetlist) return null
    return (
      <Card>
        <EmptyState
          title={t('show.nobody-picked')}
          action={<ButtonLink to={paths.home}>{t('show.see-upcoming')}</ButtonLink>}
        >
          {t('show.setlist-later')}
        </EmptyState>
      </Card>
    )
  }
  const [first] = crowd.songs
  const { players } = crowd
  return (
    <section aria-label={t('show.was-picked')}>
      <Fold Icon={Users} heading={t('show.crowd-card')} note={crowdInWords(crowd, live)} isOpen={!isFolded}>
        <div className={styles.cards}>
          <div>
            <p className={styles.players}>
              <Rich
                id="show.called"
                players={players}
                number={(words) => <b className={styles.number}>{words}</b>}
              />
            </p>
            <CardSets picks={crowd.card} />
          </div>
          {own && (
            <section aria-label={t('show.your-card')}>
              <p className={styles.players}>{agreementInWords(crowd.card, own)}</p>
              <AgreementKey />
              <CardSets picks={own} comparedTo={crowd.card} />
            </section>
          )}
        </div>
      </Fold>
      <Fold
        Icon={Flame}
        heading={t('show.most-picked')}
        note={first && t('show.top-song', { song: first.name, players: first.players, cards: players })}
      >
        <MostPicked crowd={crowd} />
      </Fold>
      <Fold Icon={LayoutGrid} heading={t('show.everybodys')} note={t('show.cards', { cards: players })}>
        <AllPicks showId={show.id} players={players} />
      </Fold>
    </section>
  )
}

/** As in `24 points, would be #2`, once songs are played. */
function crowdInWords({ card, players }: Crowd, live: LiveShow | undefined): string {
  if (!live) return t('show.crowd-what', { players })
  const { total } = scorePicks(card, live)
  const rank = rankByTotal(unpackHistogram(live.histogram))(total)
  return t('show.crowd-points', { points: total, rank })
}

function agreementInWords(card: Crowd['card'], own: Crowd['card']): string {
  const { picked, slot, card: elsewhere } = countAgreements(card, own)
  const shared = slot + elsewhere
  if (shared === 0) return t('show.agree-none')
  return t('show.agree', { shared, picked, slot })
}

/** Newest first. Only a show that is scored is asked for them. */
function useCorrections({ id, is_scored }: Show): UseQueryResult<readonly Correction[]> {
  const queryKey = queryKeys.corrections(id)
  useRefetchWhenScored(id, queryKey)
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await request(correctionEndpoints.listCorrections, { params: { showId: id }, signal })).corrections,
    enabled: is_scored,
  })
}
