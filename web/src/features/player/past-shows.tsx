import type { NamedPlayer, PlayerShow } from '@called-it/shared/contract/players'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PickedLines } from '../../ui/picked-lines.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './player-page.module.css'
import { usePlayerPicks, usePlayerShows } from './player-queries.ts'
import { useFirst } from './use-first.tsx'

type PastShowsProps = {
  player: NamedPlayer
  /** Only the current fan sees them. */
  isPrivate: boolean
}

export function PastShows({ player, isPrivate }: PastShowsProps) {
  const { data: shows, isError, refetch } = usePlayerShows(player.id)
  return (
    <Card heading="past shows" note={shows?.length}>
      {isPrivate && <p className="soft small">Only you see these: your picks are without your name.</p>}
      {shows ? (
        <Shows shows={shows} player={player} />
      ) : isError ? (
        <LoadFailed title="The shows could not be loaded." onRetry={refetch} />
      ) : (
        <Loading label="Loading shows...">
          <SkeletonBlocks count={8} height="56px" />
        </Loading>
      )}
    </Card>
  )
}

function Shows({ shows, player }: { shows: readonly PlayerShow[]; player: NamedPlayer }) {
  const { first, more } = useFirst(shows)
  return (
    <>
      <ul className={styles.list} aria-label="past shows">
        {first.map(({ show, total, rank, players }) => (
          <li key={show.id}>
            <Disclosure
              title={
                <span className={styles.show}>
                  <span className={styles.where}>
                    {show.venue}{' '}
                    <span className={styles.when}>
                      {[plainDate(show.date), show.location].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className={styles.result}>
                    {total} <small>pts</small>{' '}
                    <span className={styles.when}>
                      #{rank.toLocaleString('en-US')} of {players.toLocaleString('en-US')}
                    </span>
                  </span>
                </span>
              }
            >
              <PlayedCard showId={show.id} userId={player.id} />
            </Disclosure>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function PlayedCard({ showId, userId }: { showId: number; userId: number }) {
  const { data, isError, refetch } = usePlayerPicks(showId, userId)
  return (
    <div className={styles.card}>
      {data ? (
        <PickedLines picks={data.picks} />
      ) : isError ? (
        <LoadFailed title="The card could not be loaded." onRetry={refetch} />
      ) : (
        <Loading label="Loading the card...">
          <SkeletonBlocks count={3} height="1.5rem" />
        </Loading>
      )}
      <div>
        <ButtonLink to={paths.show(showId)}>see the show</ButtonLink>
      </div>
    </div>
  )
}
