import type { Song } from '@called-it/shared/contract/songs'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { SongRow } from './song-row.tsx'
import styles from './songs.module.css'

const ROW_HEIGHT = 53
/** Rows kept beyond the edge, so that a quick thumb sees no gap. */
const OVERSCAN = 3

type SongListProps = {
  songs: readonly Song[]
  /** What was searched for and how it is sorted: another listing is shown from its top, with all rows closed. */
  listing: string
  mostPlays: number
  showId: number | null
}

/** The rows of the list. Only those in sight are in the page, since a catalogue can hold a thousand. */
export const SongList = memo(function SongList({ songs, listing, mostPlays, showId }: SongListProps) {
  const [expanded, setExpanded] = useState<number | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: songs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    measureElement: heightOf,
  })
  const shown = useRef(listing)
  useLayoutEffect(() => {
    if (shown.current === listing) return
    shown.current = listing
    setExpanded(null)
    // To set it makes the browser lay the page out at once, so only where it is another.
    if (rows.scrollOffset) rows.scrollToOffset(0)
  }, [listing, rows])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label="song list">
      <ul className={styles.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const song = songs[index]
          if (!song) return null
          return (
            <li
              // By place, so that another listing only writes other words into the rows that are there.
              key={index}
              ref={rows.measureElement}
              data-index={index}
              className={styles.item}
              style={{ top: start }}
              aria-setsize={songs.length}
              aria-posinset={index + 1}
            >
              <SongRow
                song={song}
                share={song.times_played / mostPlays}
                showId={showId}
                isExpanded={expanded === song.id}
                onExpand={setExpanded}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
})

/** As the browser tells it after its layout; to ask for it before would make the browser lay out row by row. */
function heightOf(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>,
): number {
  const key = list.options.getItemKey(list.indexFromElement(element))
  return entry?.borderBoxSize[0]?.blockSize ?? list.itemSizeCache.get(key) ?? ROW_HEIGHT
}
