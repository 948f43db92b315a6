import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { type Picks, padPicks, type SongId } from '@called-it/shared/game/setlist'
import type { SongNames } from './song-names.ts'

export function presentPicks(picks: Picks, names: SongNames): SetlistPicks {
  const { set1, set2, encore } = padPicks(picks)
  const presentSlot = (id: SongId | null) =>
    id === null ? null : { id: names.idOf(id), name: names.nameOf(id) }
  return { set1: set1.map(presentSlot), set2: set2.map(presentSlot), encore: encore.map(presentSlot) }
}
