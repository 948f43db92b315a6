import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import type { PlainId } from '@called-it/shared/languages/translate'
import { t } from '../words/texts.ts'

const LABELS = { set1: 'set.set1', set2: 'set.set2', encore: 'set.encore' } as const satisfies Record<
  SetName,
  PlainId
>

const SMALL_LABELS = {
  set1: 'set.set1-small',
  set2: 'set.set2-small',
  encore: 'set.encore-small',
} as const satisfies Record<SetName, PlainId>

export const setLabel = (set: SetName) => t(LABELS[set])

export function isSetName(set: string): set is SetName {
  const names: readonly string[] = SET_NAMES
  return names.includes(set)
}

export function labelOfSet(set: string): string {
  return isSetName(set) ? setLabel(set) : t('set.other', { set })
}

/** As in `set 1`: inside a sentence, and where labels are small. */
export function smallSetLabel(set: string): string {
  return isSetName(set) ? t(SMALL_LABELS[set]) : t('set.other-small', { set })
}
