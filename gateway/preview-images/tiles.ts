import type { SharedSlot } from '@called-it/shared/game/shared-slots'
import type { Colours } from './colours.ts'

const SIZE = 64
const STEP = 72
const BORDER = 3

/** Drawings of lucide (ISC), as the pages use them. */
const ICONS = {
  star: '<path d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z" fill="currentColor"/>',
  target: '<circle cx="12" cy="12" r="10"/><circle cx="12" cy="12" r="6"/><circle cx="12" cy="12" r="2"/>',
  flame:
    '<path d="M12 3q1 4 4 6.5t3 5.5a1 1 0 0 1-14 0 5 5 0 0 1 1-3 1 1 0 0 0 5 0c0-2-1.5-3-1.5-5q0-2 2.5-4"/>',
  listMusic:
    '<path d="M16 5H3"/><path d="M11 12H3"/><path d="M11 19H3"/><path d="M21 16V5"/><circle cx="18" cy="16" r="3"/>',
  music:
    '<path d="M21 16V3a1 1 0 0 0-1.28-.96l-10 2.917a1 1 0 0 0-.72.96V19"/><circle cx="18" cy="16" r="3"/><circle cx="6" cy="19" r="3"/>',
  dash: '<path d="M5 12h14"/>',
}

type Tile = {
  readonly fill: string
  readonly border?: string
  readonly icon?: keyof typeof ICONS
  readonly ink?: string
}

/** The tiles of a set in a row, as on the card. */
export function drawTiles(slots: readonly SharedSlot[], x: number, y: number, colours: Colours): string {
  return slots.map((slot, index) => drawTile(tileOf(slot, colours), x + index * STEP, y)).join('')
}

function tileOf(slot: SharedSlot, colours: Colours): Tile {
  const { onHit: ink, raised } = colours
  switch (slot) {
    case 'special':
      return { fill: colours.special, icon: 'star', ink }
    case 'song':
      return { fill: colours.exact, icon: 'target', ink }
    case 'encore':
      return { fill: colours.encore, icon: 'flame', ink }
    case 'set':
      return { fill: colours.setWash, border: colours.set, icon: 'listMusic', ink: colours.set }
    case 'show':
      return { fill: 'none', border: colours.soft, icon: 'music', ink: colours.soft }
    case 'missed':
      return { fill: raised, icon: 'dash', ink: colours.edge }
    case 'waiting':
      return { fill: raised, border: colours.edge }
    case 'empty':
      return { fill: 'none', border: colours.line }
  }
}

function drawTile({ fill, border, icon, ink }: Tile, x: number, y: number): string {
  const inset = border === undefined ? 0 : BORDER / 2
  const side = SIZE - 2 * inset
  const stroke = border === undefined ? '' : ` stroke="${border}" stroke-width="${BORDER}"`
  const tile = `<rect x="${x + inset}" y="${y + inset}" width="${side}" height="${side}" rx="${15 - inset}" fill="${fill}"${stroke}/>`
  if (icon === undefined) return tile
  return `${tile}<svg x="${x + 16}" y="${y + 16}" width="32" height="32" viewBox="0 0 24 24" fill="none" color="${ink}" stroke="${ink}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${ICONS[icon]}</svg>`
}
