import clsx from 'clsx'
import type { Chances } from '../../../lib/shows/chances.ts'
import { chanceInWords, usualGapInWords } from '../../../lib/words/chance-words.ts'
import { t } from '../../../lib/words/texts.ts'
import { Percent, Reason } from '../../../ui/chance.tsx'
import { GapBar } from '../../../ui/gap-bar.tsx'
import styles from './pick-help.module.css'

type RowChanceProps = { chances: Chances; song: { readonly id: number } }

/** The cells of a row beside the name and the plays. */
export function RowChance({ chances, song }: RowChanceProps) {
  const played = chances.ofSongs.get(song.id)
  if (!played) return <span className={clsx(styles.why, 'soft small')}>{t('home.no-play')}</span>
  return (
    <>
      <Percent className={styles.chance} words={chanceInWords(played.chance)} />
      <span className={clsx(styles.why, 'soft small tabular')}>
        <Reason played={played} shows={chances} />
        {/* The bar, unless the reason says it. */}
        {played.reasons[0] !== undefined && played.reasons[0] !== 'due' && (
          <span className="visually-hidden">, {usualGapInWords(played)}</span>
        )}
      </span>
      <GapBar gap={played.gap} usual={played.usual_gap} className={styles.rowGap} />
    </>
  )
}
