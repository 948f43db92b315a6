import type { Song } from '@called-it/shared/contract/songs'
import { addSong, nextFreePosition } from '@called-it/shared/game/draft'
import { countSet, SET_NAMES, SET_SIZES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { memo, useRef } from 'react'
import { playsInWords } from '../../../lib/plays-in-words.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { useDraftStore, useShowDraft } from '../builder/draft-store.ts'
import { scrollToSet } from '../builder/scroll-to-set.ts'
import styles from './songs.module.css'

const SHORT_SET_NAMES = { set1: 'S1', set2: 'S2', encore: 'E' } as const satisfies Record<SetName, string>

type SongRowProps = {
  song: Song
  /** Plays relative to the most played song, 0 to 1. */
  share: number
  showId: number | null
  isExpanded: boolean
  onExpand: (songId: number | null) => void
}

export const SongRow = memo(function SongRow({ song, share, showId, isExpanded, onExpand }: SongRowProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The set buttons are about to unmount.
    toggle.current?.focus({ preventScroll: true })
    onExpand(null)
  }
  return (
    <div className={clsx(styles.row, isExpanded && styles.open)}>
      <button
        ref={toggle}
        type="button"
        className={styles.song}
        aria-expanded={isExpanded}
        onClick={() => onExpand(isExpanded ? null : song.id)}
      >
        <span className={styles.name}>{song.name}</span>
        <span className="soft small tabular">{playsInWords(song)}</span>
        <span className={styles.bar} style={{ width: `${100 * share}%` }} aria-hidden />
      </button>
      {isExpanded && showId !== null && <SetButtons song={song} showId={showId} onAdded={close} />}
    </div>
  )
})

type SetButtonsProps = { song: Song; showId: number; onAdded: () => void }

function SetButtons({ song, showId, onAdded }: SetButtonsProps) {
  const { slots } = useShowDraft(showId)
  const change = useDraftStore((store) => store.change)
  const addTo = (set: SetName) => {
    change(showId, (held) => addSong(held, set, { id: song.id, name: song.name }))
    scrollToSet(set, nextFreePosition(slots, set) ?? undefined)
    onAdded()
  }
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => {
        const count = countSet(slots, set)
        return (
          <button
            key={set}
            type="button"
            className={clsx(styles.set, hueClass(set))}
            disabled={count >= SET_SIZES[set]}
            onClick={() => addTo(set)}
          >
            {SHORT_SET_NAMES[set]} ({count}/{SET_SIZES[set]})
          </button>
        )
      })}
    </div>
  )
}
