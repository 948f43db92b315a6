import { countSet, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { setLabel } from '../../../lib/shows/set-labels.ts'
import { useIsListed } from '../../../lib/songs/songs.ts'
import { t } from '../../../lib/words/texts.ts'
import { SetHue } from '../../../ui/hue.tsx'
import styles from './builder.module.css'
import { setElementId } from './scroll-to-set.ts'
import type { ShowDraft } from './show-draft.ts'
import { Slot } from './slot.tsx'

/** Not needed until a set has a song. */
const sortable = lazyModule(() => import('./sortable-slots.tsx'))

type SetSlotsProps = {
  set: SetName
  draft: ShowDraft
  isOpen: boolean
  /** The position of the active slot, if it is in this set. */
  active: number | null
  onRemove: (position: number) => void
  onMove: (from: number, to: number) => void
  onActivate: (position: number) => void
}

export function SetSlots({ set, draft, isOpen, active, ...actions }: SetSlotsProps) {
  const isListed = useIsListed()
  const slots = Array.from({ length: SET_SIZES[set] }, (_, index) => {
    const song = draft.slots[set][index] ?? null
    return {
      id: `${set}-${index}`,
      set,
      position: index + 1,
      song,
      isListed: song === null || isListed(song.id),
      isActive: active === index + 1,
    }
  })
  const count = countSet(draft.slots, set)
  const dragging = useLazyModule(sortable, count > 0)
  const headingId = `${setElementId(set)}-heading`

  return (
    <SetHue set={set} id={setElementId(set)} className={styles.set}>
      <div className={styles.setHead}>
        <h3 id={headingId} className={styles.setName}>
          {setLabel(set)}
        </h3>
        <span className="soft small tabular">{t('pick.set-count', { count, size: SET_SIZES[set] })}</span>
      </div>
      <ol aria-labelledby={headingId} className={styles.slots}>
        {dragging && isOpen ? (
          <dragging.SortableSlots set={set} slots={slots} {...actions} />
        ) : (
          slots.map((slot) => (
            <Slot
              key={slot.id}
              slot={slot}
              isOpen={isOpen}
              onRemove={() => actions.onRemove(slot.position)}
              onActivate={() => actions.onActivate(slot.position)}
            />
          ))
        )}
      </ol>
    </SetHue>
  )
}
