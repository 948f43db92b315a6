import { counted } from '@called-it/shared/contract/counted'
import type { SharedResult } from '@called-it/shared/contract/shares'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { type SharedSlot, SLOT_OF_CATEGORY } from '@called-it/shared/game/shared-slots'
import { setInWords } from '../../../lib/live/song-words.ts'
import { Card } from '../../../ui/card.tsx'
import { CATEGORY_LABELS } from '../../../ui/category-labels.ts'
import { SetHue } from '../../../ui/hue.tsx'
import { SharedTile } from '../../../ui/night/tile.tsx'
import styles from './share-page.module.css'

/** How each pick did, without its song. */
export function SharedTiles({ result: { slots, total, machine } }: { result: SharedResult }) {
  return (
    <Card aria-label="picks" className="stack-4">
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h2 className={styles.set}>{setInWords(set)}</h2>
          <ol className={styles.tiles}>
            {slots[set].map((slot, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
              <li key={index}>
                <SharedTile slot={slot} />
                <span className="visually-hidden">{slotInWords(slot)}</span>
              </li>
            ))}
          </ol>
        </SetHue>
      ))}
      {machine !== null && <p className={styles.machine}>{againstMachine(total - machine)}</p>}
    </Card>
  )
}

const OTHER_SLOTS: Readonly<Partial<Record<SharedSlot, string>>> = {
  waiting: 'can still come',
  missed: 'brings nothing',
  empty: 'no song picked',
}

function slotInWords(slot: SharedSlot): string | undefined {
  const label = CATEGORY_LABELS.find(([category]) => SLOT_OF_CATEGORY[category] === slot)
  return label?.[1] ?? OTHER_SLOTS[slot]
}

function againstMachine(lead: number): string {
  if (lead === 0) return 'level with the machine'
  const points = counted(Math.abs(lead), 'point')
  return lead > 0 ? `${points} ahead of the machine` : `${points} behind the machine`
}
