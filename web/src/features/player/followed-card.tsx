import { MAX_FOLLOWED } from '@called-it/shared/contract/players'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './player-page.module.css'
import { useFollowed } from './player-queries.ts'

/** On the fan's own page. */
export function FollowedCard() {
  const { data: players, isError, refetch } = useFollowed()
  return (
    <Card heading="you follow" note={players && `${players.length} of ${MAX_FOLLOWED}`}>
      {players ? (
        <>
          <p className="soft small">
            Whom you follow stands around you on boards. Only you see it: follow players on their pages.
          </p>
          <ul className={styles.followed} aria-label="players you follow">
            {players.map(({ id, display_name, avatar_path }) => (
              <li key={id}>
                <Avatar name={display_name} image={avatar_path} size={28} />
                <PlayerLink userId={id} name={display_name} />
              </li>
            ))}
          </ul>
        </>
      ) : isError ? (
        <LoadFailed title="The players could not be loaded." onRetry={refetch} />
      ) : (
        <Loading label="Loading players...">
          <SkeletonBlocks count={2} height="28px" />
        </Loading>
      )}
    </Card>
  )
}
