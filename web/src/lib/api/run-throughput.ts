import type { Run } from '@called-it/shared/contract/runs'
import { withTenths } from '../words/durations.ts'
import { formatNumber } from '../words/format-number.ts'
import { t } from '../words/texts.ts'

export type Throughput = { perSecond: number; secondsLeft: number }

/** Null until something is done, or while the total is unknown. */
export function throughputOf({
  done,
  total,
  workedMs,
}: Pick<Run, 'done' | 'total' | 'workedMs'>): Throughput | null {
  if (total === null || done === 0 || !workedMs) return null
  const perSecond = (done / workedMs) * 1000
  return { perSecond, secondsLeft: Math.max(total - done, 0) / perSecond }
}

/** As in `1,200 a second, 9 s left`. */
export function formatThroughput({ perSecond, secondsLeft }: Throughput): string {
  const rate = perSecond < 10 ? withTenths(perSecond) : formatNumber(Math.round(perSecond))
  return t('words.pace', { rate, left: printTimeLeft(secondsLeft) })
}

function printTimeLeft(seconds: number): string {
  return seconds < 90
    ? t('words.seconds', { seconds: `${Math.ceil(seconds)}` })
    : t('words.minutes', { minutes: Math.round(seconds / 60) })
}
