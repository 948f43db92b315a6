import { type Category, POINTS } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { Card } from '../../../ui/card.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { CATEGORY_LABELS } from '../../../ui/category-labels.ts'
import { hueClass } from '../../../ui/hue.tsx'
import styles from './scoring-rules.module.css'
import { ScoringRulesCarousel } from './scoring-rules-carousel.tsx'

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
      <p className={clsx(styles.closer, 'soft small')}>
        a closer after slot 8 cannot be hit: the show may be longer than your card.
      </p>
    </Card>
  )
}

function Rule({ category, label }: { category: Category; label: string }) {
  return (
    <li className={clsx(styles.rule, hueClass(category))}>
      <CategoryIcon category={category} />
      <span>{label}</span>
      <b className={styles.points}>
        {POINTS[category]}
        <span className="visually-hidden"> points</span>
      </b>
    </li>
  )
}
