import { nextFreePosition, removeSong } from '@called-it/shared/game/draft'
import { countSet, SET_NAMES, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { Dispatch, MouseEvent, SetStateAction } from 'react'
import { SET_LABELS } from '../../../lib/shows/set-labels.ts'
import { Chip } from '../../../ui/chip.tsx'
import { SetHue } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { PracticeCard } from './practice-card.ts'
import styles from './practice-slots.module.css'

type PracticeSlotsProps = {
  card: PracticeCard
  onChange: Dispatch<SetStateAction<PracticeCard>>
  /** The set that the next song goes to; null once all are full. */
  target: SetName | null
  onTarget: (set: SetName) => void
}

export function PracticeSlots({ card, onChange, target, onTarget }: PracticeSlotsProps) {
  return (
    <>
      <fieldset className={styles.targets}>
        <legend className="soft small">the next song goes to</legend>
        {SET_NAMES.map((set) => (
          <Chip key={set} on={set === target} onClick={() => onTarget(set)}>
            {SET_LABELS[set]}{' '}
            <span className="tabular">
              {countSet(card, set)}/{SET_SIZES[set]}
            </span>
          </Chip>
        ))}
      </fieldset>
      <div className={styles.sets}>
        {SET_NAMES.map((set) => (
          <SetHue
            key={set}
            set={set}
            className={clsx(styles.set, styles[set])}
            data-target={set === (target ?? 'set1') || undefined}
          >
            <h3 id={`practice-${set}`} className={styles.name}>
              {SET_LABELS[set]}
            </h3>
            <ol aria-labelledby={`practice-${set}`} className={styles.slots}>
              {card[set].map((song, index) => (
                <Slot
                  // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its position
                  key={index}
                  position={index + 1}
                  song={song}
                  isNext={set === target && nextFreePosition(card, set) === index + 1}
                  onRemove={() => onChange((held) => removeSong(held, set, index + 1))}
                />
              ))}
            </ol>
          </SetHue>
        ))}
      </div>
    </>
  )
}

type SlotProps = {
  position: number
  song: PracticeCard['set1'][number]
  /** Where the next tap goes. */
  isNext: boolean
  onRemove: () => void
}

function Slot({ position, song, isNext, onRemove }: SlotProps) {
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button is about to unmount.
    currentTarget.closest('li')?.focus()
    onRemove()
  }
  return (
    <li
      value={position}
      tabIndex={-1}
      className={clsx(styles.slot, song === null && styles.empty)}
      data-next={isNext || undefined}
    >
      <span aria-hidden className={styles.position}>
        {position}
      </span>
      {song === null ? (
        <span className="soft">{isNext ? 'tap a song to put it here' : 'empty'}</span>
      ) : (
        <>
          <span className={styles.song}>{song.name}</span>
          <IconButton look="bare" label={`remove ${song.name}`} onClick={remove}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
