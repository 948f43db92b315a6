import { counted } from '@called-it/shared/contract/counted'
import type { SongPage } from '@called-it/shared/contract/song-pages'
import { Card } from '../../ui/card.tsx'
import styles from './song-page.module.css'

export function Venues({ venues }: Pick<SongPage, 'venues'>) {
  return (
    <Card heading="venues">
      <ol className={styles.rows}>
        {venues.map(({ venue, location, plays }) => (
          <li key={`${venue} ${location}`} className={styles.row}>
            <span>
              {venue} <span className="soft small">{location}</span>
            </span>
            <span className="soft small">{counted(plays, 'play')}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
