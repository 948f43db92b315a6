import { formatNumber } from './format-number.ts'
import { t } from './texts.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As in `0.4 s`, `12 s`, `5 min`, `3 h`, `2 d`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 10 * SECOND) return t('words.seconds', { seconds: withTenths(milliseconds / SECOND) })
  if (milliseconds < 2 * MINUTE)
    return t('words.seconds', { seconds: `${Math.floor(milliseconds / SECOND)}` })
  if (milliseconds < 2 * HOUR) return t('words.minutes', { minutes: Math.floor(milliseconds / MINUTE) })
  if (milliseconds < 2 * DAY) return t('words.hours', { hours: Math.floor(milliseconds / HOUR) })
  return t('words.days', { days: Math.floor(milliseconds / DAY) })
}

/** As in `0.4`. */
export function withTenths(number: number): string {
  return formatNumber(number, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
