import type { Breakdown } from '@called-it/shared/contract/scoring'
import type { Category } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { UNKNOWN_SONG } from '../../../lib/filled-slots.ts'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { hueClass } from '../../../ui/hue.tsx'
import { CATEGORY_LABELS } from './categories.ts'
import styles from './scoring.module.css'

const NAMES_SHOWN = 3

export function BreakdownRows({ breakdown }: { breakdown: Breakdown }) {
  return (
    <ul className={styles.rules}>
      {CATEGORY_LABELS.map(([category, label]) => (
        <li key={category} className={clsx(styles.rule, hueClass(category))}>
          <CategoryIcon category={category} />
          <span>
            {label}
            <span className={clsx(styles.names, 'soft small')}>{nameSongs(breakdown, category)}</span>
          </span>
          <b className={styles.points}>+{breakdown[category].points}</b>
        </li>
      ))}
    </ul>
  )
}

function nameSongs(breakdown: Breakdown, category: Category): string {
  const names = breakdown.details
    .filter(({ reason }) => reason === category)
    .map(({ songName }) => songName || UNKNOWN_SONG)
  const more = names.length - NAMES_SHOWN
  return names.slice(0, NAMES_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
