import { counted } from '@called-it/shared/contract/counted'
import type { SongPage } from '@called-it/shared/contract/song-pages'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import styles from './song-page.module.css'

type NeighboursProps = Pick<SongPage, 'before' | 'after'>

/** The songs beside it in a set. */
export function Neighbours({ before, after }: NeighboursProps) {
  return (
    <>
      <SongsBeside heading="right before it" songs={before} />
      <SongsBeside heading="right after it" songs={after} />
    </>
  )
}

function SongsBeside({ heading, songs }: { heading: string; songs: SongPage['before'] }) {
  if (songs.length === 0) return null
  return (
    <Card heading={heading}>
      <ol className={styles.rows}>
        {songs.map((song) => (
          <li key={song.id} className={styles.row}>
            <Link to={paths.song(song)} className={styles.link}>
              {song.name}
            </Link>
            <span className="soft small">{counted(song.plays, 'time')}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
