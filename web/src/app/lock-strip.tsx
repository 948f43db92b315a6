import type { Show } from '@called-it/shared/contract/shows'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { useCurrentUserPredictions } from '../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../lib/account/session.ts'
import { paths } from '../lib/paths.ts'
import { useCountdown } from '../lib/shows/use-countdown.ts'
import { StripLink } from './strip-link.tsx'

/** Screen readers read it when they come to it, not each second. */
export function LockStrip({ show }: { show: Show }) {
  const { user } = useCurrentUser()
  const { data: predictions } = useCurrentUserPredictions()
  const left = useCountdown(Date.parse(show.locks_at))
  if (left === null) return null
  const picks = predictions?.find(({ show_id }) => show_id === show.id)?.setlist
  const count = picks && countPicks(picks)
  const state = count === undefined ? 'you have no picks yet' : `${count} of ${SLOT_COUNT} in`
  return (
    <StripLink
      to={user ? paths.prediction(show.id) : paths.show(show.id)}
      words={
        <>
          picks close in <span className="tabular">{left}</span>
        </>
      }
      note={user && predictions ? `${show.venue} · ${state}` : show.venue}
    />
  )
}
