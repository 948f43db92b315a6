import type { ChangedSong, SongPlace } from '../contract/corrections.ts'
import type { Translate } from '../languages/translate.ts'

/** What happened to a song in a correction: `Ghost moved to set 2, slot 4`. */
export function songChangeInWords(
  { name: song, before, after, countsAs }: ChangedSong,
  t: Translate,
): string {
  if (countsAs !== null) return t('notice.counts-as', { song, main: countsAs })
  const places = placesInWords(after, t)
  if (before.length === 0) return t('notice.played-too', { song, places })
  if (after.length === 0) return t('notice.not-played', { song })
  const [from, to] = [before[0], after[0]]
  if (before.length > 1 || after.length > 1 || !from || !to) return t('notice.played-in', { song, places })
  if (from.set !== to.set || from.position !== to.position) return t('notice.moved', { song, places })
  if (from.special === to.special) return t('notice.same-song', { song })
  return to.special === null
    ? t('notice.not-special', { song, special: from.special ?? '', set: to.set })
    : t('notice.special', { song, special: to.special, set: to.set })
}

function placesInWords(places: readonly SongPlace[], t: Translate): string {
  const [first = '', ...others] = places.map(({ set, position }) => t('notice.slot', { set, slot: position }))
  return others.reduce((words, second) => t('notice.and', { first: words, second }), first)
}
