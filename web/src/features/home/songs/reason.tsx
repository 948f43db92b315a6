import type { ChancePage, SongChanceRow } from '@called-it/shared/contract/chances'
import { reasonInWords, usualGapInWords } from '../../../lib/words/chance-words.ts'
import styles from './pick-help.module.css'

type ReasonProps = { played: SongChanceRow; shows: Pick<ChancePage, 'recent_shows' | 'tour_shows'> }

/** The strongest reason, else the gap. */
export function Reason({ played, shows }: ReasonProps) {
  const [reason] = played.reasons
  if (reason === undefined) return usualGapInWords(played)
  if (reason !== 'due') return reasonInWords(reason, played, shows)
  return (
    <>
      <em className={styles.due}>due</em>: {usualGapInWords(played)}
    </>
  )
}
