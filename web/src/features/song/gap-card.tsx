import { usualGap } from '@called-it/shared/game/usual-gap'
import { Card } from '../../ui/card.tsx'
import styles from './charts.module.css'

const SHOWN = 30
/** In usual gaps; a longer one is cut, so that it does not flatten the others. */
const HIGHEST = 4

export function GapCard({ gaps }: { gaps: readonly number[] }) {
  const usual = usualGap(gaps)
  if (usual === null) return null
  const longest = Math.max(...gaps)
  const shown = gaps.slice(-SHOWN)
  const top = Math.max(1, Math.min(Math.max(...shown), HIGHEST * Math.max(usual, 1)))
  const height = (gap: number) => `${Math.min(100, (100 * gap) / top)}%`
  return (
    <Card heading="gaps">
      <dl className={styles.numbers}>
        <div>
          <dt>usual</dt>
          <dd>{usual.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>longest</dt>
          <dd>{longest.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      <div aria-hidden className={styles.gaps}>
        {shown.map((gap, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that a gap has
          <span key={index} className={styles.gap} title={`gap ${gap}`} data-cut={gap > top || undefined}>
            <span className={styles.bar} style={{ height: height(gap) }} />
          </span>
        ))}
        <span className={styles.usual} style={{ bottom: height(usual) }} />
      </div>
      <p aria-hidden className="soft small">
        the last {shown.length}, the newest on the right; the line is the usual gap
      </p>
      <p className="visually-hidden">The last gaps, oldest first: {shown.join(', ')}.</p>
    </Card>
  )
}
