import { useShow } from '../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'

type ClosesInProps = { showId: number; text?: 'account.closes-in' | 'account.picks-close' }

/** As in `closes in 9 h 9 m`, empty while it is not known. Its place is reserved. */
export function ClosesIn({ showId, text = 'account.closes-in' }: ClosesInProps) {
  const { data: show } = useShow(showId)
  const left = useTimeLeft(show)
  if (!show) return '\u00a0'
  return left ? <Rich id={text} left={<b className="tabular">{left}</b>} /> : t('account.picks-closed')
}
