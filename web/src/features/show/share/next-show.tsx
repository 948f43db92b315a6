import type { ReactNode } from 'react'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { paths } from '../../../lib/paths.ts'
import { useUpcomingShows } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import styles from './share-page.module.css'

/** What a fan who looks at a card can do: the next show, else this one. */
export function NextShow({ showId, isFinal }: { showId: number; isFinal: boolean }) {
  const { data: shows, isPending } = useUpcomingShows()
  const next = shows?.find(({ is_open }) => is_open)
  const left = useTimeLeft(next)
  return (
    <div className={styles.next} data-dock>
      {isPending ? (
        <Loading label={t('show.next-loads')}>
          <Skeleton shape="pill" height="52px" />
        </Loading>
      ) : next && left ? (
        <>
          <MakePicks showId={next.id}>{t('show.guess-next')}</MakePicks>
          <p className="soft small tabular">{t('show.next-closes', { venue: next.venue, left })}</p>
        </>
      ) : (
        <ButtonLink variant="main" size="l" wide to={isFinal ? paths.practice(showId) : paths.show(showId)}>
          {t(isFinal ? 'show.try-this' : 'show.watch-live')}
        </ButtonLink>
      )}
    </div>
  )
}

/** Visitors look at the sheet first. */
export function MakePicks({ showId, children }: { showId: number; children: ReactNode }) {
  const { user } = useCurrentUser()
  return (
    <ButtonLink
      variant="main"
      size="l"
      wide
      to={user ? paths.prediction(showId) : `${paths.show(showId)}?sheet=1`}
    >
      {children}
    </ButtonLink>
  )
}
