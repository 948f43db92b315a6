import type { CurrentUser } from '@called-it/shared/contract/accounts'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { predictionsQuery, useCurrentUserPredictions } from '../../lib/current-user-predictions.ts'
import { filledSlots } from '../../lib/filled-slots.ts'
import { withJitter } from '../../lib/live/jitter.ts'
import { paths } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { SET_LABELS } from '../../lib/set-labels.ts'
import { longDate, shortDate, UNKNOWN_DATE } from '../../lib/shows/show-date.ts'
import { useShowDetails } from '../../lib/shows/use-show-details.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Field } from '../../ui/field.tsx'
import { SetHue } from '../../ui/hue.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { choosePick, type Pick } from './chosen-pick.ts'
import styles from './show-overlay.module.css'

export function OverlayPicks() {
  const { user, isError, retry } = useCurrentUser()
  if (user) return <UserPicks user={user} />
  if (isError) return <Failure onRetry={retry}>we can't tell who you are right now.</Failure>
  if (user === undefined) return <PicksSkeleton />
  return (
    <>
      <p className={styles.words}>Log in to see your setlist prediction displayed here.</p>
      <ButtonLink to={paths.login} variant="main" size="l">
        log in
      </ButtonLink>
    </>
  )
}

function UserPicks({ user }: { user: CurrentUser }) {
  return (
    <>
      {useMayRequest(user.id) ? <Picks /> : <PicksSkeleton />}
      <nav aria-label="open pages" className={styles.links}>
        <ButtonLink to={paths.myPredictions}>my picks</ButtonLink>
        {user.is_admin && (
          <ButtonLink to={paths.admin} variant="quiet">
            admin dashboard
          </ButtonLink>
        )}
      </nav>
    </>
  )
}

/** The overlay opens on every page in the same second, so picks that are not cached are requested with jitter. */
function useMayRequest(userId: number): boolean {
  const queryClient = useQueryClient()
  const [mayRequest, setMayRequest] = useState(
    () => queryClient.getQueryData(predictionsQuery(userId).queryKey) !== undefined,
  )
  useEffect(() => (mayRequest ? undefined : withJitter(() => setMayRequest(true))), [mayRequest])
  return mayRequest
}

function Picks() {
  const predictions = useCurrentUserPredictions()
  const details = useShowDetails(predictions.data?.map(({ show_id }) => show_id) ?? [])
  if (predictions.isError) {
    return <Failure onRetry={() => void predictions.refetch()}>your picks could not be loaded.</Failure>
  }
  if (!predictions.data || details.isPending) return <PicksSkeleton />
  const picks = predictions.data.map((prediction) => ({
    prediction,
    show: details.shows.get(prediction.show_id) ?? null,
  }))
  return <ChosenPick picks={picks} />
}

function ChosenPick({ picks }: { picks: readonly Pick[] }) {
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const selected = picks.find(({ prediction }) => prediction.id === selectedId)
  const pick = selected ?? choosePick(picks, new Date(serverNow()))
  if (!pick) {
    return <p className={styles.words}>You don't have any setlist predictions. Check back after the show!</p>
  }
  return (
    <section aria-label="your picks" className={styles.picks}>
      <header className={styles.show}>
        <div>
          <h2 className={styles.venue}>{venueOf(pick)}</h2>
          <p className="soft">
            {[pick.show ? longDate(pick.show.showdate) : UNKNOWN_DATE, pick.show?.location]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {picks.length > 1 && (
          <Field label="your picks for">
            {(wiring) => (
              <Select
                {...wiring}
                value={pick.prediction.id}
                onChange={({ target }) => setSelectedId(Number(target.value))}
              >
                {picks.map((choice) => (
                  <option key={choice.prediction.id} value={choice.prediction.id}>
                    {choice.show && `${shortDate(choice.show.showdate)} · `}
                    {venueOf(choice)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </header>
      <div className={styles.sets}>
        {SET_NAMES.map((set) => (
          <SetHue key={set} set={set}>
            <h3 className={styles.setName}>{SET_LABELS[set]}</h3>
            <PickedSongs songs={pick.prediction.setlist[set]} />
          </SetHue>
        ))}
      </div>
    </section>
  )
}

function PickedSongs({ songs }: { songs: readonly ({ name: string } | null)[] }) {
  const filled = filledSlots(songs)
  if (filled.length === 0) return <p className="soft">No songs selected</p>
  return (
    <ol className={styles.songs}>
      {filled.map(({ position, name }) => (
        <li key={position} value={position}>
          <span aria-hidden className={styles.position}>
            {position}
          </span>
          {name}
        </li>
      ))}
    </ol>
  )
}

function venueOf({ show, prediction }: Pick): string {
  return show?.venue ?? `Show ${prediction.show_id}`
}

function PicksSkeleton() {
  return (
    <Loading label="Loading your picks..." className={styles.picks}>
      <div className={styles.show}>
        <Skeleton width="min(18rem, 70%)" height="3.4rem" shape="block" />
      </div>
      <div className={styles.sets}>
        <SkeletonBlocks count={SET_NAMES.length} height="9rem" />
      </div>
    </Loading>
  )
}

function Failure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <div role="alert" className={styles.failure}>
      <p className={styles.words}>{children}</p>
      <Button onClick={onRetry}>try again</Button>
    </div>
  )
}
