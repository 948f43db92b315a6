import { t } from '../../lib/words/texts.ts'
import { useShowStatus } from './use-show-status.ts'

const REFETCH_MS = 60_000

/** Before the lock: how many have picked, the only thing that is known of the picks. */
export function PickedSoFar({ showId }: { showId: number }) {
  const { data } = useShowStatus(showId, { refetchInterval: REFETCH_MS })
  // The line has its room before the count is known.
  return <p className="tabular">{data ? t('show.picked-so-far', { players: data.players }) : '\u00a0'}</p>
}

/** The same to one who has no account. */
export function FansIn({ showId }: { showId: number }) {
  const { data } = useShowStatus(showId, { refetchInterval: REFETCH_MS })
  return (
    <p className="soft small tabular">
      {data ? t('show.fans-in', { players: data.players }) : t('show.free')}
    </p>
  )
}
