import type { Category } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { Flame, ListMusic, Music, Star, Target } from 'lucide-react'
import styles from './category-icon.module.css'
import { hueClass } from './hue.tsx'

const ICONS = {
  correctSpecial: Star,
  correctSong: Target,
  encoreInSet: Flame,
  songInSet: ListMusic,
  songInShow: Music,
} as const satisfies Record<Category, unknown>

/** Decorative: always beside the name of the category. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = ICONS[category]
  return (
    <span aria-hidden className={clsx(styles.mark, hueClass(category))}>
      <Icon />
    </span>
  )
}
