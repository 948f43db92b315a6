import type { ChancePage, SongChanceRow } from '@called-it/shared/contract/chances'
import clsx from 'clsx'
import { reasonInWords, usualGapInWords } from '../lib/words/chance-words.ts'
import { Rich } from '../lib/words/rich.tsx'
import { t } from '../lib/words/texts.ts'
import styles from './chance.module.css'

export type ShowsBehind = Pick<ChancePage, 'recent_shows' | 'tour_shows'>

/** The strongest reason, else the gap. */
export function Reason({ played, shows }: { played: SongChanceRow; shows: ShowsBehind }) {
  const [reason] = played.reasons
  if (reason === undefined) return usualGapInWords(played)
  if (reason !== 'due') return reasonInWords(reason, played, shows)
  return (
    <Rich
      id="ui.due"
      due={(words) => <em className={styles.due}>{words}</em>}
      gap={usualGapInWords(played)}
    />
  )
}

export function Percent({ words, className }: { words: string; className: string | undefined }) {
  return (
    <span className={clsx(styles.percent, className)}>
      {words.replace('%', '')}
      <small aria-hidden>%</small>
      <span className="visually-hidden">{t('ui.percent-chance')}</span>
    </span>
  )
}
