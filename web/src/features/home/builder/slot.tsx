import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import clsx from 'clsx'
import { GripVertical, X } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './builder.module.css'
import type { PickedSong } from './draft-store.ts'

type SlotProps = {
  id: string
  /** Its number in the set, from 1: positions score. */
  position: number
  song: PickedSong | null
  onRemove: () => void
}

/** One numbered place of a set, filled or empty. */
export function Slot({ id, position, song, onRemove }: SlotProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, disabled: { draggable: song === null } })
  return (
    <li
      ref={setNodeRef}
      className={clsx(styles.slot, song === null && styles.empty, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <span className={styles.number}>{position}</span>
      {song === null ? (
        <span className={styles.invitation}>tap a song to put it here</span>
      ) : (
        <>
          <span className={styles.song}>{song.name}</span>
          <IconButton look="bare" label={`remove ${song.name}`} onClick={onRemove}>
            <X aria-hidden />
          </IconButton>
          <IconButton
            look="bare"
            {...attributes}
            {...listeners}
            ref={setActivatorNodeRef}
            label={`move ${song.name}`}
            className={styles.handle}
          >
            <GripVertical aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
