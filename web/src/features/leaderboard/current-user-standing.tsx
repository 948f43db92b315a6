import { counted } from '@called-it/shared/contract/counted'
import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import clsx from 'clsx'
import { useId } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Glow } from '../../ui/glow.tsx'
import styles from './current-user-standing.module.css'

type CurrentUserStandingProps = {
  /** Null for a visitor and before the first score. */
  row: LeaderboardEntry | null
  rows: readonly LeaderboardEntry[]
  players: number
}

export function CurrentUserStanding({ row, rows, players }: CurrentUserStandingProps) {
  const { user } = useCurrentUser()
  const headingId = useId()
  if (user === undefined) return null
  if (row === null) {
    return (
      <section aria-labelledby={headingId} className={clsx(styles.invitation, 'row-3')}>
        <div className="fills">
          <h2 id={headingId} className={styles.heading}>
            your name goes here
          </h2>
          <p className="soft small">one show and you are on it</p>
        </div>
        <ButtonLink variant={user ? 'plain' : 'main'} to={user ? paths.home : paths.register}>
          {user ? 'pick a setlist' : 'sign up'}
        </ButtonLink>
      </section>
    )
  }
  return (
    <Card heading="your place" className={styles.poster}>
      <p className={styles.rank}>
        <Glow value={row.rank}>#{row.rank.toLocaleString('en-US')}</Glow>{' '}
        <span className={styles.of}>of {players.toLocaleString('en-US')}</span>
      </p>
      <p className={styles.words}>{describeNext(row, rows)}</p>
    </Card>
  )
}

/** Compares with the next player ahead, or for the leader the next behind, among the loaded rows. */
function describeNext(user: LeaderboardEntry, rows: readonly LeaderboardEntry[]): string {
  const next = rows.findLast(({ totalScore }) => totalScore > user.totalScore)
  if (user.rank === 1) {
    const chaser = rows.find(({ totalScore }) => totalScore < user.totalScore)
    if (!chaser) return 'nobody to catch. for now.'
    return `${counted(user.totalScore - chaser.totalScore, 'point')} ahead of ${chaser.userName}.`
  }
  if (!next) return `${counted(user.totalScore, 'point')} so far.`
  return `${counted(next.totalScore - user.totalScore, 'point')} behind ${next.userName}.`
}
