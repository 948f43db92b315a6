import type { Song } from '@called-it/shared/contract/songs'
import { t } from './texts.ts'

/** As in `12 plays · 3 shows ago`. */
export function playsInWords({ times_played: plays, gap }: Pick<Song, 'times_played' | 'gap'>): string {
  if (gap === null) return t('words.plays', { plays })
  return gap === 0 ? t('words.plays-last', { plays }) : t('words.plays-ago', { plays, gap })
}
