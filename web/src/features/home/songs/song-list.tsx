import type { Song } from '@called-it/shared/contract/songs'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { SongRow } from './song-row.tsx'
import styles from './songs.module.css'

const ROW_HEIGHT = 53
/** Rows kept beyond the edge, so that a quick thumb sees no gap. */
const OVERSCAN = 8

type SongListProps = { songs: readonly Song[]; mostPlays: number; showId: number | null }

/** The rows of the list. Only those in sight are in the page, since a catalogue can hold a thousand. */
export function SongList({ songs, mostPlays, showId }: SongListProps) {
  const [expanded, setExpanded] = useState<number | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: songs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => songs[index]?.id ?? index,
    overscan: OVERSCAN,
  })

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="song list">
      <ul className={styles.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const song = songs[index]
          if (!song) return null
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={songs.length}
              aria-posinset={index + 1}
            >
              <SongRow
                song={song}
                share={song.times_played / mostPlays}
                showId={showId}
                isExpanded={expanded === song.id}
                onToggle={() => setExpanded(expanded === song.id ? null : song.id)}
                onAdded={() => setExpanded(null)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
