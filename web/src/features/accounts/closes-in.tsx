import { useShow } from '../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../lib/shows/use-time-left.ts'

/** As in `closes in 9 h 9 m`, empty while it is not known. Its place is reserved. */
export function ClosesIn({ showId, verb = 'closes' }: { showId: number; verb?: string }) {
  const { data: show } = useShow(showId)
  const left = useTimeLeft(show)
  if (!show) return '\u00a0'
  return left ? (
    <>
      {verb} in <b className="tabular">{left}</b>
    </>
  ) : (
    'picks are closed'
  )
}
