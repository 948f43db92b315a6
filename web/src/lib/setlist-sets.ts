import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { SET_LABELS } from './set-labels.ts'

// Apart from the labels, which are in the first view.

export function isSetName(set: string): set is SetName {
  const names: readonly string[] = SET_NAMES
  return names.includes(set)
}

export function labelOfSet(set: string): string {
  return isSetName(set) ? SET_LABELS[set] : `Set ${set}`
}
