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
        <ButtonLink to={paths.leaderboard}>view leaderboard</ButtonLink>
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
          {MARKS.map(([category, words]) => (
            <p key={category}>
              <span className={styles.mark}>
                <CategoryIcon category={category} />
                <b className={styles.points}>{POINTS[category]}</b>
              </span>
              <span className={styles.meaning}>{words}</span>
            </p>
          ))}
        </StageInset>
        <p className={styles.next}>
          {next && (
            <>
              <b className={styles.venue}>{next.venue}</b>
              {left && <span className="tabular">picks close in {left}</span>}
            </>
          )}
        </p>
        <div className={clsx(styles.actions, 'buttons')}>
          <ButtonLink variant="main" size="l" to={next ? paths.showSheet(next.id) : paths.practiceShows}>
            {next ? 'pick setlist' : 'try a past show'}
          </ButtonLink>
          <ButtonLink variant="quiet" to={paths.leaderboard}>
            view leaderboard
          </ButtonLink>
        </div>
      </Words>
    </StageCard>
  )
}

const MARKS = [
  ['correctSpecial', 'opener, closer or encore nailed'],
  ['correctSong', 'right song, right slot'],
  ['songInSet', 'right song, right set'],
] as const

function Words({ children }: { children: ReactNode }) {
  const { data: site, isPending } = useSite()
  const Title = useCurrentUser().user ? 'h2' : 'h1'
  return (
    <div className={styles.words} aria-busy={isPending}>
      <Title className={styles.title}>
        {site?.texts.welcomeTitle ?? 'pick the setlist, score points, share'}
      </Title>
      <p className={styles.text}>
        {site?.texts.welcomeText ?? 'guess what the band will play: two sets and an encore'}
      </p>
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
        <b>try it on the last show</b>
        <span className="soft small">no account, a minute, just for practice</span>
      </span>
    </Link>
  )
}
