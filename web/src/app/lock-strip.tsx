import type { Show } from '@called-it/shared/contract/shows'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { useCurrentUserPredictions } from '../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../lib/account/session.ts'
import { paths } from '../lib/paths.ts'
import { useCountdown } from '../lib/shows/use-countdown.ts'
import { Rich } from '../lib/words/rich.tsx'
import { t } from '../lib/words/texts.ts'
import { StripLink } from './strip-link.tsx'

/** Screen readers read it when they come to it, not each second. */
export function LockStrip({ show }: { show: Show }) {
  const { user } = useCurrentUser()
  const { data: predictions } = useCurrentUserPredictions()
  const left = useCountdown(Date.parse(show.locks_at))
  if (left === null) return null
  const picks = predictions?.find(({ show_id }) => show_id === show.id)?.setlist
  const count = picks && countPicks(picks)
  const state =
    count === undefined ? t('site.no-picks-yet') : t('site.picks-in', { count, slots: SLOT_COUNT })
  return (
    <StripLink
      to={user ? paths.prediction(show.id) : paths.show(show.id)}
      words={<Rich id="site.picks-close" left={<span className="tabular">{left}</span>} />}
      note={user && predictions ? `${show.venue} · ${state}` : show.venue}
    />
  )
}
