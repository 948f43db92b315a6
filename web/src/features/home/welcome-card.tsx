import { POINTS } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { Rewind } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { hasSession } from '../../lib/account/session-flag.ts'
import { useSite } from '../../lib/api/site.ts'
import { paths } from '../../lib/paths.ts'
import { useRecentShows, useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CategoryIcon } from '../../ui/category-icon.tsx'
import { StageCard, StageInset } from '../../ui/stage-card.tsx'
import styles from './welcome-card.module.css'

/** The stage of visitors; fans know it. */
export function WelcomeCard() {
  const { user } = useCurrentUser()
  const isFan = user !== null && (Boolean(user) || hasSession())
  return isFan ? (
    <Card>
      <Words>
        <ButtonLink to={paths.leaderboard}>{t('home.view-board')}</ButtonLink>
      </Words>
    </Card>
  ) : (
    <Welcome />
  )
}

function Welcome() {
  const next = useUpcomingShows().data?.[0]
  const left = useTimeLeft(next)
  return (
    <StageCard className={styles.stage}>
      <Words>
        <StageInset className={styles.marks}>
          {MARKS.map(([category, meaning]) => (
            <p key={category}>
              <span className={styles.mark}>
                <CategoryIcon category={category} />
                <b className={styles.points}>{POINTS[category]}</b>
              </span>
              <span className={styles.meaning}>{t(meaning)}</span>
            </p>
          ))}
        </StageInset>
        <p className={styles.next}>
          {next && (
            <>
              <b className={styles.venue}>{next.venue}</b>
              {left && <span className="tabular">{t('home.closes-in', { left })}</span>}
            </>
          )}
        </p>
        <div className={clsx(styles.actions, 'buttons')}>
          <ButtonLink variant="main" size="l" to={next ? paths.showSheet(next.id) : paths.practiceShows}>
            {t(next ? 'home.pick-setlist' : 'home.try-past')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={paths.leaderboard}>
            {t('home.view-board')}
          </ButtonLink>
        </div>
      </Words>
    </StageCard>
  )
}

const MARKS = [
  ['correctSpecial', 'home.mark-special'],
  ['correctSong', 'home.mark-song'],
  ['songInSet', 'home.mark-set'],
] as const

function Words({ children }: { children: ReactNode }) {
  const { data: site, isPending } = useSite()
  const Title = useCurrentUser().user ? 'h2' : 'h1'
  return (
    <div className={styles.words} aria-busy={isPending}>
      <Title className={styles.title}>{site?.texts.welcomeTitle ?? t('home.welcome')}</Title>
      <p className={styles.text}>{site?.texts.welcomeText ?? t('home.welcome-text')}</p>
      {children}
    </div>
  )
}

/** The game without an account. */
export function TryPractice() {
  const show = useRecentShows().data?.find(({ is_scored }) => is_scored)
  if (!show) return null
  return (
    <Link to={paths.practice(show.id)} className={clsx(styles.practice, 'row')}>
      <Rewind aria-hidden />
      <span>
        <b>{t('home.try-last')}</b>
        <span className="soft small">{t('home.try-note')}</span>
      </span>
    </Link>
  )
}
