import type { PlayerPage } from '@called-it/shared/contract/players'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import styles from './player-page.module.css'

export function BestShows({ shows }: { shows: PlayerPage['best_shows'] }) {
  return (
    <Card heading="best shows">
      <ol className={styles.rows}>
        {shows.map(({ show, total, rank, players }) => (
          <li key={show.id} className={styles.row}>
            <Link to={paths.show(show.id)} className={styles.link}>
              {show.venue}
            </Link>
            <b className={styles.points}>
              {total} <small>pts</small>
            </b>
            <span className="soft small">{plainDate(show.date)}</span>
            <span className="soft small">
              #{rank.toLocaleString('en-US')} of {players.toLocaleString('en-US')}
            </span>
          </li>
        ))}
      </ol>
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
        <ol className={styles.rows}>
          {songs.map(({ song, gap, show }) => (
            <li key={song.id} className={styles.row}>
              <Link to={paths.song(song)} className={styles.link}>
                {song.name}
              </Link>
              <b className={styles.points}>
                <small>gap</small> {gap.toLocaleString('en-US')}
              </b>
              <span className="soft small">
                {show.venue}, {plainDate(show.date)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
