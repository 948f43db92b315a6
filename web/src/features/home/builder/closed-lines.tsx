import type { Show } from '@called-it/shared/contract/shows'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'

type ClosedLinesProps = { show: Show; notice: string | null; hasPicks: boolean }

/** As high as the lines of the countdown that they replace, so that nothing moves at the lock. */
export function ClosedLines({ show, notice, hasPicks }: ClosedLinesProps) {
  return (
    <div role="status">
      <p className="soft small tabular">{notice ?? startInWords(show)}</p>
      <p className="small">
        {hasPicks ? 'picks are closed, yours stay' : 'picks are closed'} ·{' '}
        <Link to={paths.show(show.id)}>see the show</Link>
      </p>
    </div>
  )
}
