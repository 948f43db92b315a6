import type { Draft } from '@called-it/shared/game/draft'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import type { PlainId } from '@called-it/shared/languages/translate'
import { t } from '../../../lib/words/texts.ts'
import type { PickedSong } from '../builder/show-draft.ts'

const SHORT_SET_NAMES = { set1: 'home.s1', set2: 'home.s2', encore: 'home.e' } as const satisfies Record<
  SetName,
  PlainId
>

export const shortSetName = (set: SetName) => t(SHORT_SET_NAMES[set])

/** Where each song of a card stands, as in `S1 6` or `S1 6, E 1`. */
export function placesOf(slots: Draft<PickedSong>): ReadonlyMap<number, string> {
  const places = new Map<number, string>()
  for (const set of SET_NAMES)
    slots[set].forEach((song, index) => {
      if (!song) return
      const place = `${shortSetName(set)} ${index + 1}`
      const before = places.get(song.id)
      places.set(song.id, before ? `${before}, ${place}` : place)
    })
  return places
}
