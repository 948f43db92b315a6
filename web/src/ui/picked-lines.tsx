import type { PlayerPicks } from '@called-it/shared/contract/show-picks'
import { countSet, SET_NAMES } from '@called-it/shared/game/setlist'
import { filledSlots } from '../lib/shows/filled-slots.ts'
import { setLabel } from '../lib/shows/set-labels.ts'
import { SetHue } from './hue.tsx'
import styles from './picked-lines.module.css'

/** The songs of a card, a line per set. */
export function PickedLines({ picks }: Pick<PlayerPicks, 'picks'>) {
  return SET_NAMES.filter((set) => countSet(picks, set) > 0).map((set) => (
    <SetHue key={set} set={set}>
      <p className={styles.line}>
        <b className={styles.set}>{setLabel(set)}</b>{' '}
        {filledSlots(picks[set])
          .map((song) => song.name)
          .join(', ')}
      </p>
    </SetHue>
  ))
}
