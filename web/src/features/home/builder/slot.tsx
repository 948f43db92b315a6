import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { GripVertical, X } from 'lucide-react'
import { type ComponentProps, type CSSProperties, type Ref, useRef } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { roleOf } from './active-slot.ts'
import styles from './builder.module.css'
import type { PickedSong } from './show-draft.ts'

export type SlotContent = {
  id: string
  set: SetName
  position: number
  song: PickedSong | null
  /** Whether the song can still be picked. */
  isListed: boolean
  /** The next song goes to it. */
  isActive: boolean
}

export type SlotDrag = {
  slotRef: Ref<HTMLLIElement>
  style: CSSProperties
  isDragged: boolean
  handle: Omit<ComponentProps<'button'>, 'children' | 'className'>
}

export type SlotProps = {
  slot: SlotContent
  /** Whether picks can be changed; otherwise they are only read. */
  isOpen: boolean
  onRemove: () => void
  onActivate: () => void
  drag?: SlotDrag
}

export function Slot({ slot, isOpen, onRemove, onActivate, drag }: SlotProps) {
  const { position, song, isListed, isActive } = slot
  const role = roleOf(slot)
  const place = useRef<HTMLButtonElement>(null)
  const remove = () => {
    // The remove button is about to unmount.
    place.current?.focus()
    onRemove()
  }
  return (
    <li
      ref={drag?.slotRef}
      className={clsx(
        styles.slot,
        song === null && styles.empty,
        isActive && styles.active,
        drag?.isDragged && styles.dragged,
      )}
      style={drag?.style}
      aria-hidden={(!isOpen && !song) || undefined}
    >
      <button
        ref={place}
        type="button"
        className={styles.place}
        aria-pressed={isOpen ? isActive : undefined}
        disabled={!isOpen}
        onClick={onActivate}
      >
        <span className={styles.number}>{position}</span>
        {song === null ? (
          <span className={clsx(styles.hint, 'soft')}>
            {isOpen && t(isActive ? 'pick.next-here' : 'pick.tap-song')}
          </span>
        ) : (
          <span>
            <span className={styles.song}>{song.name}</span>
            {!isListed && <span className={clsx(styles.remark, 'soft small')}>{t('pick.unlisted')}</span>}
            {isActive && <span className={clsx(styles.remark, 'small')}>{t('pick.replaces-it')}</span>}
          </span>
        )}
        {isActive && !song && (
          <span className={clsx(styles.role, 'small semibold')}>{role && t('pick.role', { role })}</span>
        )}
      </button>
      {song && isOpen && (
        <>
          <IconButton look="bare" label={t('pick.remove', { song: song.name })} onClick={remove}>
            <X aria-hidden />
          </IconButton>
          <IconButton
            look="bare"
            {...drag?.handle}
            label={t('pick.move', { song: song.name })}
            className={styles.handle}
          >
            <GripVertical aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
