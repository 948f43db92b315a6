import { moveSong, type SlotPlace } from '@called-it/shared/game/draft'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { memo, useDeferredValue } from 'react'
import { emptySlot, setActiveSlot, useActiveSlot } from './active-slot.ts'
import styles from './builder.module.css'
import { useDraftStore } from './draft-store.ts'
import { SetSlots } from './set-slots.tsx'
import type { ShowDraft } from './show-draft.ts'
import { usePicking } from './use-picking.ts'

type DraftSetsProps = {
  /** Null before a show is chosen. */
  showId: number | null
  draft: ShowDraft
  isOpen: boolean
  canEdit: boolean
  /** When a slot is chosen for the next song. */
  onChoose?: (() => void) | undefined
}

/** Under an open sheet they follow once the sheet shows a pick: theirs took a third of its time. */
export function DraftSets(props: DraftSetsProps) {
  const shown = { draft: props.draft, active: useActiveSlot(props.showId) }
  const later = { draft: useDeferredValue(shown.draft), active: useDeferredValue(shown.active) }
  const isCovered = usePicking().isOpen
  return <Sets {...props} {...(isCovered ? later : shown)} />
}

type SetsProps = DraftSetsProps & { active: SlotPlace | null }

const Sets = memo(function Sets({ showId, draft, isOpen, canEdit, active, onChoose }: SetsProps) {
  const change = useDraftStore((store) => store.change)
  const activate = (slot: SlotPlace) => {
    if (showId === null || !canEdit) return
    setActiveSlot(showId, slot)
    onChoose?.()
  }
  return (
    <div
      className={styles.sets}
      inert={showId === null || (isOpen && !canEdit)}
      aria-hidden={showId === null || undefined}
      data-dimmed={showId === null || undefined}
    >
      {SET_NAMES.map((set) => (
        <SetSlots
          key={set}
          set={set}
          draft={draft}
          isOpen={isOpen}
          active={canEdit && active?.set === set ? active.position : null}
          onActivate={(position) => activate({ set, position })}
          onRemove={(position) => showId !== null && emptySlot(showId, { set, position })}
          onMove={(from, to) => showId !== null && change(showId, (slots) => moveSong(slots, set, from, to))}
        />
      ))}
    </div>
  )
})
