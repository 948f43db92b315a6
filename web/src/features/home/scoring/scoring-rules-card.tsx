import { type Category, POINTS } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Card } from '../../../ui/card.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { categoryHueClass } from '../../../ui/hue.tsx'
import { PHONE } from '../screen-sizes.ts'
import { CATEGORY_LABELS } from './categories.ts'
import styles from './scoring-rules.module.css'
import { ScoringRulesCarousel } from './scoring-rules-carousel.tsx'

/** A list of the five categories, on a phone a carousel. */
export function ScoringRulesCard() {
  const isPhone = useMediaQuery(PHONE)
  return (
    <Card heading="how scoring works">
      {isPhone ? (
        <ScoringRulesCarousel />
      ) : (
        <ul className={styles.rules}>
          {CATEGORY_LABELS.map(([category, label]) => (
            <Rule key={category} category={category} label={label} />
          ))}
        </ul>
      )}
      <p className={styles.closer}>
        a closer after slot 8 cannot be hit: the show may be longer than your card.
      </p>
    </Card>
  )
}

function Rule({ category, label }: { category: Category; label: string }) {
  return (
    <li className={clsx(styles.rule, categoryHueClass(category))}>
      <CategoryIcon category={category} />
      <span>{label}</span>
      <b className={styles.points}>
        {POINTS[category]}
        <span className="visually-hidden"> points</span>
      </b>
    </li>
  )
}
