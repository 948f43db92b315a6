import type { Show, TimeSource } from '@called-it/shared/contract/shows'
import type { PlainId } from '@called-it/shared/languages/translate'
import { instantInWords } from '../../../lib/shows/venue-time.ts'
import { t } from '../../../lib/words/texts.ts'

const DAY_AND_YEAR = { weekday: 'short', month: 'long', day: 'numeric', year: 'numeric' } as const

/** With the year, unless it is this one. */
export function lockTimeInWords(instant: string, utcOffset: number | null): string {
  const isThisYear = new Date(instant).getFullYear() === new Date().getFullYear()
  return isThisYear
    ? instantInWords(instant, utcOffset)
    : instantInWords(instant, utcOffset, { days: DAY_AND_YEAR })
}

/** As in `Picks close Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM).` */
export function lockInWords({ locks_at, utc_offset }: Show): string {
  return t('scoring.closes', { time: lockTimeInWords(locks_at, utc_offset) })
}

export const SOURCE_WORDS = {
  admin: 'scoring.by-admin',
  site: 'scoring.by-source',
  default: 'scoring.usual',
  unknown: 'scoring.unknown-time',
} as const satisfies Record<TimeSource, PlainId>
