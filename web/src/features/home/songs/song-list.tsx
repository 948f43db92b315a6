import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import {
  type ReactNode,
  type RefCallback,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Chances } from '../../../lib/shows/chances.ts'
import { t } from '../../../lib/words/texts.ts'
import { useShowDraft } from '../builder/draft-store.ts'
import { placesOf } from './places.ts'
import type { ListedSong } from './song-facts.tsx'
import { SongRow } from './song-row.tsx'
import styles from './songs.module.css'

/** A closed row whose name needs one line is so high. */
const ROW_HEIGHT = 64
/** Rows beyond the edges, so that fast scrolling shows no gap. */
const OVERSCAN = 3
const SCROLLER = clsx(styles.scroller, 'scroll-area')

type SongListProps = {
  songs: readonly ListedSong[]
  /** Search and order as one key: a change scrolls to the top and closes the open row. */
  listing: string
  mostPlays: number
  showId: number | null
  /** Undefined while it loads: then its columns are kept free. */
  chances: Chances | null | undefined
  /** Stay above the songs, where there is room. */
  suggestions: ReactNode
  controls: ReactNode
}

/** Virtualized: a catalogue can have a thousand songs. */
export function SongList({
  songs,
  listing,
  mostPlays,
  showId,
  chances,
  suggestions,
  controls,
}: SongListProps) {
  const { slots } = useShowDraft(showId)
  const places = useMemo(() => placesOf(slots), [slots])
  const [expanded, setExpanded] = useState<number | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [measureSuggestions, suggestionsHeight] = useHeight()
  const [measureControls, controlsHeight] = useHeight()
  const topHeight = suggestionsHeight + controlsHeight
  const rows = useVirtualizer({
    count: songs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: topHeight,
    measureElement: measureHeight,
  })
  const shown = useRef(listing)
  useLayoutEffect(() => {
    if (shown.current === listing) return
    shown.current = listing
    setExpanded(null)
    // Setting the offset forces a layout.
    if (rows.scrollOffset) rows.scrollToOffset(0)
  }, [listing, rows])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={SCROLLER} tabIndex={0} aria-label={t('home.song-list')}>
      <div ref={measureSuggestions} className={styles.pinned}>
        {suggestions}
      </div>
      <div ref={measureControls} className={styles.top}>
        {controls}
      </div>
      <ul
        className={styles.list}
        data-chances={chances !== null || undefined}
        style={{ height: rows.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const song = songs[index]
          if (!song) return null
          return (
            <li
              // By index, so that a new listing reuses the rows.
              key={index}
              ref={rows.measureElement}
              data-index={index}
              className={styles.item}
              style={{ top: start - topHeight }}
              aria-setsize={songs.length}
              aria-posinset={index + 1}
            >
              <SongRow
                song={song}
                share={song.times_played / mostPlays}
                place={places.get(song.id)}
                showId={showId}
                chances={chances}
                isExpanded={expanded === song.id}
                onExpand={setExpanded}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function useHeight(): [measure: RefCallback<HTMLElement>, height: number] {
  const [height, setHeight] = useState(0)
  const measure: RefCallback<HTMLElement> = useCallback((element) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measure, height]
}

/** From the ResizeObserver entry: measuring the element would force a layout per row. */
function measureHeight(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Element>,
): number {
  const key = list.options.getItemKey(list.indexFromElement(element))
  return entry?.borderBoxSize[0]?.blockSize ?? list.itemSizeCache.get(key) ?? ROW_HEIGHT
}
