import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { t } from '../lib/words/texts.ts'
import styles from './rank-move.module.css'

/** By how many places a row has just risen or fallen; empty until its rank changes on screen. */
export function RankMove({ rank }: { rank: number }) {
  const [seen, setSeen] = useState({ rank, risen: 0, changes: 0 })
  if (seen.rank !== rank) setSeen({ rank, risen: seen.rank - rank, changes: seen.changes + 1 })
  if (seen.risen === 0) return null
  const hasRisen = seen.risen > 0
  const Arrow = hasRisen ? ArrowUp : ArrowDown
  return (
    <span key={seen.changes} className={hasRisen ? styles.risen : styles.fallen}>
      <Arrow size={14} role="img" aria-label={t(hasRisen ? 'ui.up' : 'ui.down')} />
      {Math.abs(seen.risen)}
    </span>
  )
}
