import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { paths } from '../../lib/paths.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Glow } from '../../ui/glow.tsx'
import styles from './own-standing.module.css'

type OwnStandingProps = {
  /** The fan's row; null for a visitor and for a fan without a scored prediction. */
  own: LeaderboardEntry | null
  rows: readonly LeaderboardEntry[]
  /** Players on the whole board. */
  players: number
}

/** The poster beside a board: where the fan stands and whom to catch next, or how to get onto it. */
export function OwnStanding({ own, rows, players }: OwnStandingProps) {
  const { user } = useCurrentUser()
  if (user === undefined) return null
  if (own === null) {
    return (
      <Card tone="light" heading="your name goes here" className={styles.poster}>
        <p className={styles.words}>
          {user
            ? 'pick the setlist of an upcoming show: as soon as it is scored, you are on the board.'
            : 'pick the setlist, score points and climb. it takes one show to get on the board.'}
        </p>
        <ButtonLink variant="dark" to={user ? paths.home : paths.register}>
          {user ? 'pick a setlist' : 'sign up'}
        </ButtonLink>
      </Card>
    )
  }
  return (
    <Card tone="light" heading="your place" className={styles.poster}>
      <p className={styles.rank}>
        <Glow value={own.rank}>#{own.rank.toLocaleString('en-US')}</Glow>{' '}
        <span className={styles.of}>of {players.toLocaleString('en-US')}</span>
      </p>
      <p className={styles.words}>{describeNext(own, rows)}</p>
    </Card>
  )
}

/** Whom the fan would catch next, as far as the rows tell it. */
function describeNext(own: LeaderboardEntry, rows: readonly LeaderboardEntry[]): string {
  const next = rows.findLast(({ totalScore }) => totalScore > own.totalScore)
  if (own.rank === 1) {
    const chaser = rows.find(({ totalScore }) => totalScore < own.totalScore)
    if (!chaser) return 'nobody to catch. for now.'
    return `${inPoints(own.totalScore - chaser.totalScore)} ahead of ${chaser.userName}.`
  }
  if (!next) return `${inPoints(own.totalScore)} so far.`
  return `${inPoints(next.totalScore - own.totalScore)} behind ${next.userName}.`
}

function inPoints(points: number): string {
  return points === 1 ? '1 point' : `${points.toLocaleString('en-US')} points`
}
