import { SET_NAMES, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { CardSlots } from '../../lib/live/card-slots.ts'
import { setInWords } from '../../lib/live/song-words.ts'
import { SetHue } from '../hue.tsx'
import { Tile } from './tile.tsx'
import styles from './tile-strip.module.css'

/** All slots at a glance; the card below has them in words. */
export function TileStrip({ slots }: { slots: CardSlots }) {
  return (
    <Strip tilesOf={(set) => slots[set].map((slot) => <Tile key={slot.position} slot={slot} size="s" />)} />
  )
}

type PickedSlots = Readonly<Record<SetName, readonly (object | null)[]>>

/** Before the first song: which slots have a pick. */
export function PickedStrip({ slots }: { slots: PickedSlots }) {
  const tilesOf = (set: SetName) =>
    Array.from({ length: SET_SIZES[set] }, (_, index) => {
      const isPicked = Boolean(slots[set][index])
      // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
      return <span key={index} className={clsx(styles.slot, isPicked && styles.picked)} />
    })
  return <Strip tilesOf={tilesOf} />
}

function Strip({ tilesOf }: { tilesOf: (set: SetName) => ReactNode }) {
  return (
    <div aria-hidden className={styles.strip}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set} className={styles.set} style={{ flexGrow: SET_SIZES[set] }}>
          <span className={styles.name}>{setInWords(set)}</span>
          <span className={styles.tiles}>{tilesOf(set)}</span>
        </SetHue>
      ))}
    </div>
  )
}
