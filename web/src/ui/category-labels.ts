import type { Category } from '@called-it/shared/game/points'
import type { PlainId } from '@called-it/shared/languages/translate'
import { t } from '../lib/words/texts.ts'

const LABELS = [
  ['correctSpecial', 'ui.correct-special'],
  ['correctSong', 'ui.correct-song'],
  ['encoreInSet', 'ui.encore-in-set'],
  ['songInSet', 'ui.song-in-set'],
  ['songInShow', 'ui.song-in-show'],
] as const satisfies readonly (readonly [Category, PlainId])[]

export function categoryLabels(): (readonly [Category, string])[] {
  return LABELS.map(([category, label]) => [category, t(label)])
}
