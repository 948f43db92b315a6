import { addSong, nextFreePosition } from '@called-it/shared/game/draft'
import { countSet, SET_NAMES, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { use } from 'react'
import { hueClass } from '../../../ui/hue.tsx'
import { useDraftStore, useShowDraft } from '../builder/draft-store.ts'
import { scrollToSet } from '../builder/scroll-to-set.ts'
import type { PickedSong } from '../builder/show-draft.ts'
import { isDoubleTap } from './double-tap.ts'
import { FirstPickContext } from './pick-song.ts'
import { shortSetName } from './places.ts'
import styles from './songs.module.css'

type SetButtonsProps = { song: PickedSong; showId: number; onAdded: () => void }

export function SetButtons({ song, showId, onAdded }: SetButtonsProps) {
  const { slots } = useShowDraft(showId)
  const change = useDraftStore((store) => store.change)
  const pickFirst = use(FirstPickContext)
  const addTo = (set: SetName) => {
    if (pickFirst) return pickFirst(song, { set, position: 1 })
    change(showId, (held) => addSong(held, set, { id: song.id, name: song.name }))
    scrollToSet(set, nextFreePosition(slots, set) ?? undefined)
    onAdded()
  }
  return (
    <div className={clsx(styles.sets, 'stack-2')}>
      {SET_NAMES.map((set) => {
        const count = countSet(slots, set)
        return (
          <button
            key={set}
            type="button"
            className={clsx(styles.set, 'semibold tabular', hueClass(set))}
            disabled={count >= SET_SIZES[set]}
            onClick={(tap) => !isDoubleTap(tap) && addTo(set)}
          >
            {shortSetName(set)} ({count}/{SET_SIZES[set]})
          </button>
        )
      })}
    </div>
  )
}
