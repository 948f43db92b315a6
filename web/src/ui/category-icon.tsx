import type { Category } from '@called-it/shared/game/points'
import clsx from 'clsx'
import styles from './category-icon.module.css'
import { CATEGORY_ICONS } from './category-icons.ts'
import { hueClass } from './hue.tsx'

/** Decorative: always beside the name of the category. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = CATEGORY_ICONS[category]
  return (
    <span aria-hidden className={clsx(styles.mark, hueClass(category))}>
      <Icon />
    </span>
  )
}
