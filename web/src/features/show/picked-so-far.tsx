import { formatNumber } from '../../lib/words/format-number.ts'
import { useShowStatus } from './use-show-status.ts'

const REFETCH_MS = 60_000

/** Before the lock: how many have picked, the only thing that is known of the picks. */
export function PickedSoFar({ showId }: { showId: number }) {
  const { data } = useShowStatus(showId, { refetchInterval: REFETCH_MS })
  // The line has its room before the count is known.
  return <p className="tabular">{data ? inWords(data.players) : '\u00a0'}</p>
}

/** The same to one who has no account. */
export function FansIn({ showId }: { showId: number }) {
  const { data } = useShowStatus(showId, { refetchInterval: REFETCH_MS })
  return <p className="soft small tabular">{data ? `${fansIn(data.players)} · ` : ''}free, about a minute</p>
}

function inWords(players: number): string {
  if (players === 0) return 'Nobody has picked yet.'
  return players === 1 ? '1 fan has picked.' : `${formatNumber(players)} fans have picked.`
}

function fansIn(players: number): string {
  if (players === 0) return 'be the first'
  return players === 1 ? '1 fan is in' : `${formatNumber(players)} fans are in`
}
