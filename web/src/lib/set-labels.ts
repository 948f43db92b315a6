import type { SetName } from '@called-it/shared/game/setlist'

/** What a set is called on the screen. */
export const SET_LABELS = { set1: 'Set 1', set2: 'Set 2', encore: 'Encore' } as const satisfies Record<
  SetName,
  string
>
