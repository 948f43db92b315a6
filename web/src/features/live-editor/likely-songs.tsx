import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { useMemo } from 'react'
import { useIsSettled } from '../../lib/hooks/use-is-settled.ts'
import { isSetName } from '../../lib/shows/set-labels.ts'
import { useCrowd } from '../../lib/shows/use-crowd.ts'
import { useSongs } from '../../lib/songs/songs.ts'
import { t } from '../../lib/words/texts.ts'
import { hueClass } from '../../ui/hue.tsx'
import styles from './likely-songs.module.css'
import type { Row } from './project-taps.ts'
import { suggestSongs } from './suggest-songs.ts'
import type { PlayedSong } from './use-tapping.ts'

const TILES = 8
const PENDING_TILES = Array.from({ length: TILES }, (_, place) => place)

type LikelySongsProps = {
  show: Show
  rows: readonly Row[]
  openSet: string | null
  onPick: (song: PlayedSong) => void
}

/** The likeliest come last, where the thumb is. */
export function LikelySongs({ show, rows, openSet, onPick }: LikelySongsProps) {
  const { data: songs, isPending } = useSongs()
  const { data: crowd } = useCrowd(show.id, !show.is_open)
  const { id, showdate } = show
  const likely = useMemo(() => {
    const played = new Set(rows.map(({ song }) => song.id))
    const suggested = suggestSongs({ songs: songs ?? [], crowd: crowd ?? null, played, showdate }, TILES)
    // Full rows, so that the likeliest two lie side by side.
    return suggested.reverse().slice(suggested.length > 1 ? suggested.length % 2 : 0)
  }, [songs, crowd, rows, showdate])
  const set = openSet ?? rows.at(-1)?.set ?? 'set1'
  if (likely.length === 0 && !isPending) return null
  return (
    <section
      aria-labelledby={`likely-${id}`}
      className={clsx(styles.likely, isSetName(set) && hueClass(set))}
    >
      <h2 id={`likely-${id}`} className={styles.heading}>
        {t('editor.likely')}
      </h2>
      <ul className={styles.tiles}>
        {isPending && PENDING_TILES.map((place) => <PendingTile key={place} />)}
        {likely.map((suggestion, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place, counted from the thumb, that keeps the focus
          <li key={likely.length - index}>
            <Tile suggestion={suggestion} onPick={onPick} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type TileProps = { suggestion: ReturnType<typeof suggestSongs>[number]; onPick: LikelySongsProps['onPick'] }

function Tile({ suggestion: { song, reason, share }, onPick }: TileProps) {
  const isSettled = useIsSettled(song.id)
  return (
    <button type="button" className={styles.tile} onClick={(tap) => isSettled(tap) && onPick(song)}>
      <b>{song.name}</b>
      {share !== null && (
        <span aria-hidden className={clsx(styles.share, 'tabular')}>
          {share}
          <small> %</small>
        </span>
      )}
      <span className={styles.reason}>{reason}</span>
      <span aria-hidden className={styles.bar} style={{ width: `${share ?? 0}%` }} />
    </button>
  )
}

/** Keeps the place of a tile, so that the desk does not move when the songs arrive. */
function PendingTile() {
  return (
    <li aria-hidden>
      <span className={styles.tile} />
    </li>
  )
}
