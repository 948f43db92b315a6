import type { Breakdown } from '@called-it/shared/contract/scoring'
import type { Category } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { unknownSong } from '../lib/shows/filled-slots.ts'
import { t } from '../lib/words/texts.ts'
import { CategoryIcon } from './category-icon.tsx'
import { categoryLabels } from './category-labels.ts'
import styles from './category-rows.module.css'
import { hueClass } from './hue.tsx'

const NAMES_SHOWN = 3

type Points = Readonly<Record<Category, { readonly points: number }>> & {
  readonly details: readonly Pick<Breakdown['details'][number], 'reason' | 'songName'>[]
}

export function CategoryRows({ breakdown }: { breakdown: Points }) {
  return (
    <ul className={styles.rules}>
      {categoryLabels().map(([category, label]) => (
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

function nameSongs(breakdown: Points, category: Category): string {
  const names = breakdown.details
    .filter(({ reason }) => reason === category)
    .map(({ songName }) => songName || unknownSong())
  const more = names.length - NAMES_SHOWN
  const songs = names.slice(0, NAMES_SHOWN).join(', ')
  return more > 0 ? t('ui.and-more', { songs, more }) : songs
}
