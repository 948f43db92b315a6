import type { SongPage } from '@called-it/shared/contract/song-pages'
import { usualGap } from '@called-it/shared/game/usual-gap'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { BigFact, BigFacts } from '../../ui/big-facts.tsx'
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
        <h1 className="anywhere">{song.name}</h1>
        {song.also_named && (
          <p className="soft small">also named {new Intl.ListFormat('en-US').format(song.also_named)}</p>
        )}
      </div>
      <BigFacts>
        <BigFact label="plays">{song.times_played.toLocaleString('en-US')}</BigFact>
        <BigFact label="gap">
          {song.gap?.toLocaleString('en-US') ?? '–'}
          {usual !== null && <small> usually {usual.toLocaleString('en-US')}</small>}
          {song.gap !== null && <GapBar gap={song.gap} usual={usual} className={styles.gap} />}
        </BigFact>
        <BigFact label="last played">
          {last && last.date === song.last_played ? <Link to={paths.show(last.id)}>{day}</Link> : day}
        </BigFact>
      </BigFacts>
    </Card>
  )
}
