import type { Show } from '@called-it/shared/contract/shows'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { t } from '../../../lib/words/texts.ts'

/** When a show starts, and how long its picks stay open. */
export function ShowTimes({ show }: { show: Show }) {
  const left = useTimeLeft(show)
  return (
    <>
      <p className="soft small tabular">{startInWords(show, useIsOnDevice())}</p>
      <p className="soft small tabular">{left ? t('home.closes-in', { left }) : t('home.closed')}</p>
    </>
  )
}
