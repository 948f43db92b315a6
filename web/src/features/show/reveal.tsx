import { counted } from '@called-it/shared/contract/counted'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { useCrowd } from '../../lib/shows/use-crowd.ts'
import { useSetlist } from '../../lib/shows/use-setlist.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { countAgreements } from './agreement.ts'
import { AllPicks } from './all-picks.tsx'
import { AgreementKey, CardSets } from './card-sets.tsx'
import { CorrectionsCard } from './corrections-card.tsx'
import { MostPicked } from './most-picked.tsx'
import { PlayedSetlist } from './played-setlist.tsx'
import styles from './reveal.module.css'
import { RevealSkeleton } from './show-skeletons.tsx'
import { useCorrections } from './use-corrections.ts'
import { useHasSetlist } from './use-show-phase.ts'

type RevealProps = {
  show: Show
  /** By the server; before, the page waits for it. */
  isClosed: boolean
  /** Whether the setlist is shown as its source has it; a show that runs has its songs above. */
  hasSetlistText?: boolean
}

/** After the lock: the setlist once there is one, its corrections, what was picked, and the own picks beside it. */
export function Reveal({ show, isClosed, hasSetlistText = true }: RevealProps) {
  const crowd = useCrowd(show.id, isClosed)
  const hasSetlist = useHasSetlist(show, isClosed)
  const own = useOwnPicks(show.id)
  const corrections = useCorrections(show)
  const isWanted = hasSetlist === true && hasSetlistText
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
      <Loading label="Loading the picks...">
        <RevealSkeleton />
      </Loading>
    )
  }
  return (
    <>
      {isWanted && <PlayedSetlist setlist={setlist} />}
      {show.is_scored && <CorrectionsCard corrections={corrections} />}
      {crowd.data ? (
        <Picks show={show} crowd={crowd.data} own={own.picks} hasSetlist={hasSetlist === true} />
      ) : (
        <Card>
          <LoadFailed title="The picks could not be loaded." onRetry={crowd.refetch} />
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

type PicksProps = { show: Show; crowd: Crowd; own: Crowd['card'] | null; hasSetlist: boolean }

function Picks({ show, crowd, own, hasSetlist }: PicksProps) {
  if (crowd.players === 0) {
    if (hasSetlist) return null
    return (
      <Card>
        <EmptyState
          title="Nobody has picked this show."
          action={<ButtonLink to={paths.home}>see upcoming shows</ButtonLink>}
        >
          The setlist appears here once it is known.
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <div className={styles.reveal} data-own={own !== null || undefined}>
        <Card
          heading="the crowd's card"
          className={styles.crowd}
          aside={
            <Link to={paths.proof(show.id)} className={clsx(styles.proof, 'small')}>
              proof of the picks
            </Link>
          }
        >
          <p className={styles.players}>
            <b className={styles.number}>{crowd.players.toLocaleString('en-US')}</b>{' '}
            {crowd.players === 1 ? 'fan has' : 'fans have'} called this show
          </p>
          <CardSets picks={crowd.card} />
        </Card>
        {own && (
          <Card heading="your card">
            <p className={styles.players}>{agreementInWords(crowd.card, own)}</p>
            <AgreementKey />
            <CardSets picks={own} comparedTo={crowd.card} />
          </Card>
        )}
        <MostPicked crowd={crowd} />
      </div>
      <AllPicks showId={show.id} players={crowd.players} />
    </>
  )
}

function agreementInWords(card: Crowd['card'], own: Crowd['card']): string {
  const { picked, slot, card: elsewhere } = countAgreements(card, own)
  const shared = slot + elsewhere
  if (shared === 0) return "None of your songs is in the crowd's card. Bold."
  return `${shared} of your ${counted(picked, 'song')} ${shared === 1 ? 'is' : 'are'} in the crowd's card, ${slot} in the same slot`
}
