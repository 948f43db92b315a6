import type { NamedPlayer, PlayerPage, PlayerShow } from '@called-it/shared/contract/players'
import clsx from 'clsx'
import { paths } from '../../lib/paths.ts'
import { usePlayerShows } from '../../lib/shows/player-shows.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PickedLines } from '../../ui/picked-lines.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './player-page.module.css'
import { usePlayerPicks } from './player-queries.ts'

type PastShowsProps = {
  player: NamedPlayer
  /** Only the current fan sees them. */
  isPrivate: boolean
}

export function PastShows({ player, isPrivate }: PastShowsProps) {
  const { data: shows, isError, refetch } = usePlayerShows(player.id)
  return (
    <Card heading="past shows" note={shows?.length}>
      {isPrivate && <p className="soft small">Only you see these: your picks do not show your name.</p>}
      {shows ? (
        <Shows shows={shows} player={player} />
      ) : (
        <NotLoaded what="the shows" query={{ isError, refetch }} blocks={[8, '56px']} />
      )}
    </Card>
  )
}

function Shows({ shows, player }: { shows: readonly PlayerShow[]; player: NamedPlayer }) {
  const { first, more } = useFirst(shows, 30, 'more shows')
  return (
    <>
      <ul className="stack" aria-label="past shows">
        {first.map(({ show, total, rank, players }) => (
          <li key={show.id}>
            <Disclosure
              title={
                <span className={clsx(styles.show, 'fills row-3')}>
                  <span className="anywhere">
                    {show.venue}{' '}
                    <span className={styles.when}>
                      {[plainDate(show.date), show.location].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <span className={styles.result}>
                    {total} <small>pts</small>{' '}
                    <span className={styles.when}>
                      #{formatNumber(rank)} of {formatNumber(players)}
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
    <div className="stack-2">
      {data ? (
        <PickedLines picks={data.picks} />
      ) : (
        <NotLoaded what="the picks" query={{ isError, refetch }} blocks={[3, '1.5rem']} />
      )}
      <div>
        <ButtonLink to={paths.show(showId)}>see the show</ButtonLink>
      </div>
    </div>
  )
}

export function BestShows({ shows }: { shows: PlayerPage['best_shows'] }) {
  return (
    <Card heading="best shows">
      <LinkedRows>
        {shows.map(({ show, total, rank, players }) => (
          <LinkedRow key={show.id}>
            <RowLink to={paths.show(show.id)}>{show.venue}</RowLink>
            <b className={styles.points}>
              {total} <small>pts</small>
            </b>
            <span className="soft small">{plainDate(show.date)}</span>
            <span className="soft small">
              #{formatNumber(rank)} of {formatNumber(players)}
            </span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

/** Songs that were called after a long gap. */
export function RarestSongs({ songs }: { songs: PlayerPage['rarest'] }) {
  return (
    <Card heading="rarest songs called">
      {songs.length === 0 ? (
        <p className="soft">Picks that came true after a long wait show up here.</p>
      ) : (
        <LinkedRows>
          {songs.map(({ song, gap, show }) => (
            <LinkedRow key={song.id}>
              <RowLink to={paths.song(song)}>{song.name}</RowLink>
              <b className={styles.points}>
                <small>gap</small> {formatNumber(gap)}
              </b>
              <span className="soft small">
                {show.venue}, {plainDate(show.date)}
              </span>
            </LinkedRow>
          ))}
        </LinkedRows>
      )}
    </Card>
  )
}
