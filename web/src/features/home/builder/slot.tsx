import clsx from 'clsx'
import { GripVertical, X } from 'lucide-react'
import type { ComponentProps, CSSProperties, MouseEvent, Ref } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './builder.module.css'
import type { PickedSong } from './draft-store.ts'

export type SlotContent = {
  id: string
  position: number
  song: PickedSong | null
  /** Whether the song can still be picked. */
  isListed: boolean
}

export type SlotDrag = {
  slotRef: Ref<HTMLLIElement>
  style: CSSProperties
  isDragged: boolean
  handle: Omit<ComponentProps<'button'>, 'children' | 'className'>
}

type SlotProps = {
  slot: SlotContent
  onRemove: () => void
  drag?: SlotDrag
}

export function Slot({ slot: { position, song, isListed }, onRemove, drag }: SlotProps) {
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button is about to unmount.
    currentTarget.closest('li')?.focus()
    onRemove()
  }
  return (
    <li
      ref={drag?.slotRef}
      tabIndex={-1}
      className={clsx(styles.slot, song === null && styles.empty, drag?.isDragged && styles.dragged)}
      style={drag?.style}
    >
      <span className={styles.number}>{position}</span>
      {song === null ? (
        <span className="soft">tap a song to put it here</span>
      ) : (
        <>
          <span>
            <span className={styles.song}>{song.name}</span>
            {!isListed && (
              <span className={clsx(styles.unlisted, 'soft small')}>no longer in the song list</span>
            )}
          </span>
          <IconButton look="bare" label={`remove ${song.name}`} onClick={remove}>
            <X aria-hidden />
          </IconButton>
          <IconButton look="bare" {...drag?.handle} label={`move ${song.name}`} className={styles.handle}>
            <GripVertical aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
