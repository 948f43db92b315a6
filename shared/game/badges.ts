/** Everything that a player can be awarded, in the order of pages. Each once, whatever the number of times. */
export const BADGES = [
  'first-show',
  'shows-5',
  'shows-10',
  'shows-25',
  'whole-tour',
  'five-in-a-row',
  'never-zero',
  'opener-called',
  'encore-called',
  'bust-out',
  'perfect-set',
  'night-won',
  'machine-beaten',
] as const
export type Badge = (typeof BADGES)[number]
