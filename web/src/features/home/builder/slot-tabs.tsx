import { isSameSlot, nextEmptySlot, type SlotPlace, songAt } from '@called-it/shared/game/draft'
import { countSet, SET_NAMES, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import { setLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { emptySlot, roleOf, setActiveSlot, useActiveSlot } from './active-slot.ts'
import { useShowDraft } from './draft-store.ts'
import type { ShowDraft } from './show-draft.ts'
import styles from './slot-tabs.module.css'

/** The card on a phone: one set at a time, that of the active slot unless another is opened. */
export function SlotTabs({ showId }: { showId: number }) {
  const { slots } = useShowDraft(showId)
  const active = useActiveSlot(showId)
  const [opened, setOpened] = useState<{ set: SetName; active: SlotPlace | null } | null>(null)
  const isOpened = opened && (active ? opened.active && isSameSlot(active, opened.active) : !opened.active)
  const set = isOpened ? opened.set : (active?.set ?? 'set1')
  const open = (chosen: SetName) => {
    const first = { set: chosen, position: 1 }
    const empty = songAt(slots, first) === null ? first : nextEmptySlot(slots, first)
    if (empty?.set === chosen) setActiveSlot(showId, empty)
    else setOpened({ set: chosen, active })
  }
  const replaced = active && songAt(slots, active)
  return (
    <div className={styles.card}>
      <Tabs
        label={t('pick.sets')}
        value={set}
        onValueChange={open}
        tabs={SET_NAMES.map((name) => ({
          value: name,
          label: (
            <span className={clsx(styles.tab, hueClass(name))}>
              {setLabel(name)}{' '}
              <span className={clsx(styles.count, 'tabular')}>
                {countSet(slots, name)}/{SET_SIZES[name]}
              </span>
            </span>
          ),
          panel: <Cells showId={showId} set={name} slots={slots} active={active} />,
        }))}
      />
      {active && replaced && (
        <div className={clsx(styles.replaced, 'row')}>
          <span>{t('pick.replaces', { song: replaced.name })}</span>
          <IconButton
            look="bare"
            label={t('pick.remove', { song: replaced.name })}
            onClick={() => emptySlot(showId, active)}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}

type CellsProps = { showId: number; set: SetName; slots: ShowDraft['slots']; active: SlotPlace | null }

function Cells({ showId, set, slots, active }: CellsProps) {
  return (
    <ol aria-label={setLabel(set)} className={clsx(styles.cells, hueClass(set))} data-set={set}>
      {Array.from({ length: SET_SIZES[set] }, (_, index) => {
        const slot = { set, position: index + 1 }
        const song = songAt(slots, slot)
        const isActive = active !== null && isSameSlot(active, slot)
        const role = roleOf(slot) ?? (isActive && 'next')
        return (
          <li key={slot.position}>
            <button
              type="button"
              className={clsx(styles.cell, song && styles.filled, isActive && styles.active)}
              aria-pressed={isActive}
              onClick={() => setActiveSlot(showId, slot)}
            >
              <span className={styles.number}>
                <span className="visually-hidden">{t('pick.slot')} </span>
                {slot.position}
              </span>
              <span className={styles.name}>{song?.name ?? (role && t('pick.role', { role }))}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
