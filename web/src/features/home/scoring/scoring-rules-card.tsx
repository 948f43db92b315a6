import { POINTS } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { Card } from '../../../ui/card.tsx'
import { categoryHueClass } from '../../../ui/hue.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { CATEGORY_LABELS } from './categories.ts'
import styles from './scoring.module.css'

/** How scoring works: the five categories and what they pay. */
export function ScoringRulesCard() {
  return (
    <Card heading="how scoring works">
      <ul className={styles.rules}>
        {CATEGORY_LABELS.map(([category, label]) => (
          <li key={category} className={clsx(styles.rule, categoryHueClass(category))}>
            <Mark category={category} />
            <span>{label}</span>
            <b className={styles.points}>{POINTS[category]}</b>
          </li>
        ))}
      </ul>
      <p className="soft small">
        a closer after slot 8 cannot be hit: the show may be longer than your card.
      </p>
    </Card>
  )
}
