import type { PlayerPage } from '@called-it/shared/contract/players'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import styles from './player-page.module.css'

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
              #{rank.toLocaleString('en-US')} of {players.toLocaleString('en-US')}
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
        <p className="soft">Songs that came true after a long time appear here.</p>
      ) : (
        <LinkedRows>
          {songs.map(({ song, gap, show }) => (
            <LinkedRow key={song.id}>
              <RowLink to={paths.song(song)}>{song.name}</RowLink>
              <b className={styles.points}>
                <small>gap</small> {gap.toLocaleString('en-US')}
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
