import type { SetName } from '@called-it/shared/game/setlist'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useEffect, useRef } from 'react'
import { setLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { placeInWords } from './active-slot.ts'
import { Slot, type SlotContent, type SlotProps } from './slot.tsx'

/** A shorter movement is a tap. */
const DRAG_DISTANCE_PX = 8

type SortableSlotsProps = {
  set: SetName
  slots: readonly SlotContent[]
  onRemove: (position: number) => void
  onMove: (from: number, to: number) => void
  onActivate: (position: number) => void
}

export function SortableSlots({ set, slots, onRemove, onMove, onActivate }: SortableSlotsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    // By default an arrow key moves by 25 px.
    useSensor(KeyboardSensor),
  )
  const focusSongAt = useFocusAfterMove(slots)
  const finishDrag = ({ active, over, activatorEvent }: DragEndEvent) => {
    const from = slots.find(({ id }) => id === active.id)
    const to = slots.find(({ id }) => id === over?.id)
    if (!from || !to || from === to) return
    if (activatorEvent instanceof KeyboardEvent) focusSongAt(to)
    onMove(from.position, to.position)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={finishDrag}
      accessibility={{
        announcements: announceDrags(set, slots),
        screenReaderInstructions: { draggable: t('pick.drag-help') },
        // A list may contain only list items.
        container: document.body,
        // The default focuses the slot that the song has left.
        restoreFocus: false,
      }}
      id={set}
    >
      <SortableContext items={[...slots]} strategy={verticalListSortingStrategy}>
        {slots.map((slot) => (
          <SortableSlot
            key={slot.id}
            slot={slot}
            onRemove={() => onRemove(slot.position)}
            onActivate={() => onActivate(slot.position)}
          />
        ))}
      </SortableContext>
    </DndContext>
  )
}

function useFocusAfterMove(slots: readonly SlotContent[]): (slot: SlotContent) => void {
  const destination = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the slots change
  useEffect(() => {
    if (destination.current) document.getElementById(handleId(destination.current))?.focus()
    destination.current = null
  }, [slots])
  return ({ id }) => {
    destination.current = id
  }
}

function handleId(slotId: string): string {
  return `${slotId}-handle`
}

function SortableSlot({ slot, ...actions }: Omit<SlotProps, 'drag' | 'isOpen'>) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: slot.id, disabled: { draggable: slot.song === null } })
  return (
    <Slot
      slot={slot}
      isOpen
      {...actions}
      drag={{
        slotRef: setNodeRef,
        style: { transform: CSS.Translate.toString(transform), transition },
        isDragged: isDragging,
        handle: { ...attributes, ...listeners, id: handleId(slot.id), ref: setActivatorNodeRef },
      }}
    />
  )
}

/** Live-region texts, by song and slot rather than by element id. */
function announceDrags(set: SetName, slots: readonly SlotContent[]): Announcements {
  const songAt = (id: UniqueIdentifier) =>
    slots.find((slot) => slot.id === id)?.song?.name ?? t('pick.the-song')
  const placeOf = (id: UniqueIdentifier) => {
    const slot = slots.find((each) => each.id === id)
    return slot ? placeInWords(slot) : setLabel(set)
  }
  // A drag starts over its own slot, so dnd-kit announces start and over at once. The same text for both keeps the second
  // from cutting off the first.
  const pickedUp = (id: UniqueIdentifier) => t('pick.drag-start', { song: songAt(id), place: placeOf(id) })
  const isBack = (id: UniqueIdentifier) => t('pick.drag-back', { song: songAt(id) })
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver: ({ active, over }) => {
      if (!over) return t('pick.drag-out', { song: songAt(active.id) })
      if (over.id === active.id) return pickedUp(active.id)
      return t('pick.drag-over', { song: songAt(active.id), place: placeOf(over.id) })
    },
    onDragEnd: ({ active, over }) =>
      over ? t('pick.drag-drop', { song: songAt(active.id), place: placeOf(over.id) }) : isBack(active.id),
    onDragCancel: ({ active }) => isBack(active.id),
  }
}
