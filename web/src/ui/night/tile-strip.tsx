import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import type { CardSlots } from '../../lib/live/card-slots.ts'
import { smallSetLabel } from '../../lib/shows/set-labels.ts'
import { SetHue } from '../hue.tsx'
import { Tile } from './tile.tsx'
import styles from './tile-strip.module.css'

type TileStripProps = {
  slots: CardSlots
  /** Sets whose tiles flip in turn. */
  full?: readonly SetName[]
}

/** All slots at a glance; the card below has them in words. */
export function TileStrip({ slots, full = [] }: TileStripProps) {
  return (
    <div aria-hidden className={styles.strip}>
      {SET_NAMES.map((set) => (
        <SetHue
          key={set}
          set={set}
          className={styles.set}
          style={{ flexGrow: slots[set].length }}
          data-full={full.includes(set) || undefined}
        >
          <span className={styles.name}>{smallSetLabel(set)}</span>
          <span className={styles.tiles}>
            {slots[set].map((slot) => (
              <Tile key={slot.position} slot={slot} size="s" />
            ))}
          </span>
        </SetHue>
      ))}
    </div>
  )
}
