import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

export const SET_LABELS = { set1: 'Set 1', set2: 'Set 2', encore: 'Encore' } as const satisfies Record<
  SetName,
  string
>

export function isSetName(set: string): set is SetName {
  const names: readonly string[] = SET_NAMES
  return names.includes(set)
}

export function labelOfSet(set: string): string {
  return isSetName(set) ? SET_LABELS[set] : `Set ${set}`
}
