import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { Show } from '@called-it/shared/contract/shows'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { predictionsQuery, useCurrentUserPredictions } from '../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { serverNow } from '../../lib/api/server-clock.ts'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'
import { paths } from '../../lib/paths.ts'
import { longDate, shortDate, unknownDate } from '../../lib/shows/show-date.ts'
import { useShowDetails } from '../../lib/shows/use-show-details.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Field } from '../../ui/field.tsx'
import { PickedSets } from '../../ui/picked-sets.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { choosePick, type Pick } from './chosen-pick.ts'
import type { Standing } from './live-card.tsx'
import styles from './show-overlay.module.css'
import { useLiveTonight, useMayRequest } from './use-live-tonight.ts'

const liveCard = lazyModule(() => import('./live-card.tsx'))

export function OverlayPicks() {
  const { user, isError, retry } = useCurrentUser()
  if (user) return <UserPicks user={user} />
  if (isError) return <Failure onRetry={retry}>{t('overlay.lost')}</Failure>
  if (user === undefined) return <PicksSkeleton />
  return <Visitor />
}

function Visitor() {
  const live = useLiveTonight(null)
  return (
    <>
      <Lead live={live} />
      <p className={styles.words}>{t('overlay.visitor')}</p>
      <ButtonLink to={paths.login} variant={live ? 'plain' : 'main'} size="l">
        {t('overlay.log-in')}
      </ButtonLink>
    </>
  )
}

type LeadProps = {
  live: Show | null
  /** Of the own card in that show; null until it is loaded. */
  standing?: Standing | null
}

/** What the fan can do now: follow the live show, or nothing here. */
function Lead({ live, standing }: LeadProps) {
  if (!live) return <p className={styles.words}>{t('overlay.disabled')}</p>
  const own = standing?.own
  return (
    <div className={clsx(styles.lead, 'stack-3')}>
      {standing !== undefined && (
        <p role="status" className={styles.standing}>
          {own && (
            <>
              <Rich
                id="overlay.standing"
                points={own.score.total}
                place={own.rank}
                players={own.players}
                total={(words) => <b className={styles.total}>{words}</b>}
                unit={(words) => <span className="visually-hidden">{words}</span>}
                rank={(words) => <b className={styles.rank}>{words}</b>}
                small={(words) => <small>{words}</small>}
              />{' '}
            </>
          )}
          <span className={styles.phase}>{standing?.phase}</span>
        </p>
      )}
      <ButtonLink to={paths.show(live.id)} variant="main" size="l">
        {t('overlay.see-live', { venue: live.venue })}
      </ButtonLink>
    </div>
  )
}

function UserPicks({ user }: { user: CurrentUser }) {
  return (
    <>
      {useMayRequest(predictionsQuery(user.id).queryKey) ? <Picks /> : <PicksSkeleton />}
      <nav aria-label={t('overlay.open-pages')} className={styles.links}>
        <ButtonLink to={paths.myPredictions}>{t('overlay.my-picks')}</ButtonLink>
        {(user.is_admin || user.rights_rest) && (
          <ButtonLink to={paths.admin} variant="quiet">
            {t('overlay.admin')}
          </ButtonLink>
        )}
      </nav>
    </>
  )
}

function Picks() {
  const predictions = useCurrentUserPredictions()
  const details = useShowDetails(predictions.data?.map(({ show_id }) => show_id) ?? [])
  if (predictions.isError) {
    return <Failure onRetry={() => void predictions.refetch()}>{t('overlay.picks-failed')}</Failure>
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
  const live = useLiveTonight(pick?.prediction.show_id ?? null)
  const filling = live?.id === pick?.prediction.show_id ? live : null
  const code = useLazyModule(liveCard, filling !== null)
  if (!pick) {
    return (
      <>
        <Lead live={live} />
        <p className={styles.words}>{t('overlay.no-picks')}</p>
      </>
    )
  }
  const draw = (standing?: Standing | null) => (
    <>
      <Lead live={live} {...(standing !== undefined && { standing })} />
      <section aria-label={t('overlay.your-picks')} className={styles.picks}>
        <header className={styles.show}>
          <div>
            <h2 className={styles.venue}>{venueOf(pick)}</h2>
            <p className="soft">
              {[pick.show ? longDate(pick.show.showdate) : unknownDate(), pick.show?.location]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {picks.length > 1 && (
            <Field label={t('overlay.picks-for')}>
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
        <PickedSets
          picks={pick.prediction.setlist}
          className={styles.sets}
          mark={(set, { position }) => {
            const hit = standing?.own?.score.hits.find((one) => one.set === set && one.position === position)
            return hit && <b className={clsx(styles.points, 'tabular')}>+{hit.points}</b>
          }}
        />
      </section>
    </>
  )
  if (!filling) return draw()
  if (!code) return draw(null)
  return (
    <code.LiveCard key={filling.id} show={filling}>
      {draw}
    </code.LiveCard>
  )
}

function venueOf({ show, prediction }: Pick): string {
  return show?.venue ?? t('overlay.show', { show: String(prediction.show_id) })
}

function PicksSkeleton() {
  return (
    <>
      <Lead live={useLiveTonight(null)} standing={null} />
      <Loading label={t('overlay.loading')} className={styles.picks}>
        <div className={styles.show}>
          <Skeleton width="min(18rem, 70%)" height="3.4rem" shape="block" />
        </div>
        <div className={clsx(styles.sets, 'stack')}>
          <SkeletonBlocks count={SET_NAMES.length} height="9rem" />
        </div>
      </Loading>
    </>
  )
}

function Failure({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  return (
    <>
      <Lead live={useLiveTonight(null)} />
      <div role="alert" className={styles.failure}>
        <p className={styles.words}>{children}</p>
        <Button onClick={onRetry}>{t('overlay.try-again')}</Button>
      </div>
    </>
  )
}
