import type { SetName } from '@called-it/shared/game/setlist'

export const SET_LABELS = { set1: 'Set 1', set2: 'Set 2', encore: 'Encore' } as const satisfies Record<
  SetName,
  string
>
