import type { Crowd } from '@called-it/shared/contract/show-picks'
import { Card } from '../../ui/card.tsx'
import styles from './most-picked.module.css'

export function MostPicked({ crowd }: { crowd: Crowd }) {
  return (
    <Card heading="most picked songs">
      <ol className={styles.songs}>
        {crowd.songs.map(({ id, name, players }) => {
          const share = players / crowd.players
          return (
            <li key={id} className={styles.song}>
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.share}>
                {Math.round(share * 100)} % <span className="visually-hidden">of the cards,</span>
              </span>{' '}
              <span className={styles.players}>
                {players.toLocaleString('en-US')}
                <span className="visually-hidden"> of {crowd.players.toLocaleString('en-US')}</span>
              </span>
              <span aria-hidden className={styles.track}>
                <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
