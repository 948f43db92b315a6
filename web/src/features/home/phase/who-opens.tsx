import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './phase-stage.module.css'

/** The openers that most fans have picked. */
export function WhoOpens({ crowd, own }: { crowd: Crowd; own: SetlistPicks | null }) {
  if (crowd.openers.length === 0) return null
  return (
    <Card heading="who opens?" aside={<span className="soft small">most picked openers</span>}>
      <ol className="stack-2">
        {crowd.openers.map(({ id, name, players }) => (
          <li key={id} className={styles.song}>
            <span>
              <b>{name}</b> {own?.set1[0]?.id === id && <Badge>you</Badge>}
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
