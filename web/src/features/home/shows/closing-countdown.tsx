import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'

export function ClosingCountdown({ closesAt }: { closesAt: string }) {
  const left = useTimeLeft(closesAt)
  return <span className="soft small tabular">{left ? `picks close in ${left}` : 'picks are closed'}</span>
}
