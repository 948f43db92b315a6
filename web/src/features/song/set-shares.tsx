import type { SongPage } from '@called-it/shared/contract/song-pages'
import { labelOfSet } from '../../lib/shows/set-labels.ts'
import { inPercent } from '../../lib/words/percent.ts'
import { Card } from '../../ui/card.tsx'
import { hueClass } from '../../ui/hue.tsx'
import styles from './charts.module.css'

type SetPlays = SongPage['sets'][number]

const hueOf = ({ set }: SetPlays) => hueClass(set === 'further' ? 'soft' : set)

export function SetShares({ sets }: { sets: readonly SetPlays[] }) {
  const all = sets.reduce((sum, { plays }) => sum + plays, 0)
  return (
    <Card heading="sets">
      <div aria-hidden className={styles.shares}>
        {sets.map((entry) => (
          <span key={entry.set} className={hueOf(entry)} style={{ flexGrow: entry.plays }} />
        ))}
      </div>
      <ul className={styles.sets}>
        {sets.map((entry) => (
          <li key={entry.set} className={hueOf(entry)}>
            <span className={styles.set}>
              {entry.set === 'further' ? 'further sets' : labelOfSet(entry.set).toLowerCase()}
            </span>{' '}
            <b>{inPercent(entry.plays / all)}</b>{' '}
            <span className="soft small">{entry.plays.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
