import type { SongPage } from '@called-it/shared/contract/song-pages'
import { usualGap } from '@called-it/shared/game/usual-gap'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import { GapBar } from '../../ui/gap-bar.tsx'
import styles from './song-head.module.css'

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
            {song.gap !== null && <GapBar gap={song.gap} usual={usual} className={styles.gap} />}
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
