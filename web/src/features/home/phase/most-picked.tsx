import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './phase-stage.module.css'

const SONGS = 3

export function MostPicked({ crowd, own }: { crowd: Crowd; own: SetlistPicks | null }) {
  const ownIds = new Set(own && [...own.set1, ...own.set2, ...own.encore].map((song) => song?.id))
  if (crowd.songs.length === 0) return null
  return (
    <Card heading="most picked">
      <ol className="stack-2">
        {crowd.songs.slice(0, SONGS).map(({ id, name, players }) => (
          <li key={id} className={styles.song}>
            <span>
              <b>{name}</b> {ownIds.has(id) && <Badge>you</Badge>}
            </span>
            <span className="soft tabular">
              {players.toLocaleString('en-US')} of {crowd.players.toLocaleString('en-US')}
            </span>
            <span aria-hidden className={styles.track}>
              <span className={styles.bar} style={{ width: `${(100 * players) / crowd.players}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
