import { countSet, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { SET_LABELS } from '../../../lib/set-labels.ts'
import { SetHue } from '../../../ui/hue.tsx'
import styles from './builder.module.css'
import type { ShowDraft } from './draft-store.ts'
import { announceDrags, DRAG_INSTRUCTIONS } from './drag-announcements.ts'
import { setElementId } from './scroll-to-set.ts'
import { Slot } from './slot.tsx'

/** How far a pointer moves before it drags, so that a tap stays a tap. */
const DRAG_DISTANCE_PX = 8

type SetSlotsProps = {
  set: SetName
  draft: ShowDraft
  onRemove: (position: number) => void
  onMove: (from: number, to: number) => void
}

/** The numbered slots of one set; songs are dragged within it, by pointer or keyboard. */
export function SetSlots({ set, draft, onRemove, onMove }: SetSlotsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    // Without a way of its own an arrow key moves by 25 px.
    useSensor(KeyboardSensor),
  )
  const slots = Array.from({ length: SET_SIZES[set] }, (_, index) => ({
    id: slotId(set, index),
    position: index + 1,
    song: draft.slots[set][index] ?? null,
  }))
  const headingId = `${setElementId(set)}-heading`

  const finishDrag = ({ active, over }: DragEndEvent) => {
    const from = slots.find(({ id }) => id === active.id)
    const to = slots.find(({ id }) => id === over?.id)
    if (from && to) onMove(from.position, to.position)
  }

  return (
    <SetHue set={set} id={setElementId(set)} className={styles.set}>
      <div className={styles.setHead}>
        <h3 id={headingId} className={styles.setName}>
          {SET_LABELS[set]}
        </h3>
        <span className={styles.count}>
          {countSet(draft.slots, set)} of {SET_SIZES[set]} songs
        </span>
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={finishDrag}
        accessibility={{
          announcements: announceDrags(set, slots),
          screenReaderInstructions: DRAG_INSTRUCTIONS,
        }}
        id={set}
      >
        <SortableContext items={slots} strategy={verticalListSortingStrategy}>
          <ol aria-labelledby={headingId} className={styles.slots}>
            {slots.map(({ id, position, song }) => (
              <Slot key={id} id={id} position={position} song={song} onRemove={() => onRemove(position)} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </SetHue>
  )
}

function slotId(set: SetName, index: number): string {
  return `${set}-${index}`
}
