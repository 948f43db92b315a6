import { counted } from '@called-it/shared/contract/counted'
import type { Song } from '@called-it/shared/contract/songs'

/** As in `12 plays · 3 shows ago`. */
export function playsInWords({ times_played, gap }: Pick<Song, 'times_played' | 'gap'>): string {
  const plays = counted(times_played, 'play')
  if (gap === null) return plays
  if (gap === 0) return `${plays} · last show`
  return `${plays} · ${counted(gap, 'show')} ago`
}
