import type { SongPage } from '@called-it/shared/contract/song-pages'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import styles from './song-head.module.css'
import { usualGap } from './usual-gap.ts'

export function SongHead({ page: { song, gaps, performances } }: { page: SongPage }) {
  const usual = usualGap(gaps)
  const last = performances[0]?.show
  const day = song.last_played ? plainDate(song.last_played) : song.times_played === 0 ? 'never' : '–'
  return (
    <Card aria-label="song" className={styles.head}>
      <div className={styles.song}>
        <h1 className={styles.name}>{song.name}</h1>
        {song.also_named && (
          <p className="soft small">also named {new Intl.ListFormat('en-US').format(song.also_named)}</p>
        )}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>plays</dt>
          <dd>{song.times_played.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>gap</dt>
          <dd>
            {song.gap?.toLocaleString('en-US') ?? '–'}
            {usual !== null && <small> usually {usual.toLocaleString('en-US')}</small>}
            {song.gap !== null && usual !== null && <GapBar gap={song.gap} usual={usual} />}
          </dd>
        </div>
        <div>
          <dt>last played</dt>
          <dd>
            {last && last.date === song.last_played ? <Link to={paths.show(last.id)}>{day}</Link> : day}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

/** The part past the notch says how long it is due. */
function GapBar({ gap, usual }: { gap: number; usual: number }) {
  const share = (shows: number) => `${(100 * shows) / Math.max(gap, 2 * usual, 1)}%`
  return (
    <span aria-hidden className={styles.track}>
      <span className={styles.due} style={{ width: share(gap) }} />
      <span className={styles.gap} style={{ width: share(Math.min(gap, usual)) }} />
      <span className={styles.notch} style={{ left: share(usual) }} />
    </span>
  )
}
