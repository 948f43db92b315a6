import type { Category } from '@called-it/shared/game/points'

export const CATEGORY_LABELS = [
  ['correctSpecial', 'opener, closer or encore song, right on the spot'],
  ['correctSong', 'right song, right position'],
  ['encoreInSet', 'somewhere in the encore'],
  ['songInSet', 'right set, wrong position'],
  ['songInShow', 'played, in another set'],
] as const satisfies readonly (readonly [Category, string])[]
