import type { SongChanceRow } from '@called-it/shared/contract/chances'
import { gapInWords, reasonInWords } from '../../../lib/chance-words.ts'
import styles from './pick-help.module.css'

/** The strongest reason, else the gap. */
export function Reason({ played, tourShows }: { played: SongChanceRow; tourShows: number }) {
  const [reason] = played.reasons
  if (reason === undefined) return gapInWords(played)
  if (reason !== 'due') return reasonInWords(reason, played, tourShows)
  return (
    <>
      <em className={styles.due}>due</em>: {gapInWords(played)}
    </>
  )
}
