import type { Show, TimeSource } from '@called-it/shared/contract/shows'
import { instantInWords } from '../../../lib/shows/venue-time.ts'

/** As in `Picks close Sat, June 20 · 7:30 PM at the venue (your time Sun 1:30 AM).` */
export function lockInWords({ locks_at, utc_offset }: Show): string {
  return `Picks close ${instantInWords(locks_at, utc_offset)}.`
}

export const SOURCE_WORDS: Readonly<Record<TimeSource, string>> = {
  admin: 'set by an admin',
  site: 'as the source lists it',
  default: "the band's usual time",
  unknown: 'unknown, so picks close the day before the show',
}
