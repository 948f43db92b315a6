import type { PlayerPage } from '@called-it/shared/contract/players'
import { useCurrentUser } from '../../lib/account/session.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BigFact, BigFacts } from '../../ui/big-facts.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { ComparisonChoice } from './comparison-choice.tsx'
import { FollowButton } from './follow-button.tsx'
import styles from './player-head.module.css'

export function PlayerHead({ page: { player, record } }: { page: PlayerPage }) {
  const { user } = useCurrentUser()
  const isOwn = user?.id === player.id
  const overall = record.find(({ tour }) => tour === null)
  return (
    <Card aria-label="player" className={styles.head}>
      <div className={styles.player}>
        <Avatar name={player.display_name} image={player.avatar_path} size={72} />
        <h1 className={styles.name}>
          <bdi>{player.display_name}</bdi> {isOwn && <Badge tone="light">you</Badge>}
        </h1>
      </div>
      {overall && (
        <BigFacts>
          <BigFact label="points">{overall.total.toLocaleString('en-US')}</BigFact>
          <BigFact label="rank">
            #{overall.rank.toLocaleString('en-US')}
            <small> of {overall.players.toLocaleString('en-US')}</small>
          </BigFact>
          <BigFact label="shows">{overall.shows.toLocaleString('en-US')}</BigFact>
          <BigFact label="best show">{overall.best}</BigFact>
        </BigFacts>
      )}
      {user !== null && (
        <div className={styles.actions}>
          {user && !isOwn && <FollowButton player={player} />}
          {isOwn && <ButtonLink to={paths.profile}>edit your profile</ButtonLink>}
          {user && !isOwn && (
            <ReportButton
              of={{
                kind: 'player',
                id: player.id,
                name: player.display_name,
                hasImage: player.avatar_path !== null,
              }}
            />
          )}
          {user && <ComparisonChoice userId={player.id} currentUserId={user.id} />}
        </div>
      )}
    </Card>
  )
}
