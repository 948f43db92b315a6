import type { PracticeSong } from '@called-it/shared/contract/replays'
import { songSearch } from '@called-it/shared/game/song-search'
import clsx from 'clsx'
import { memo, useMemo, useState } from 'react'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { FIRST_ORDER, sortSongs } from '../../../lib/songs/song-order.ts'
import { playsInWords } from '../../../lib/words/plays-in-words.ts'
import { SongOrders, SongSearch } from '../../../ui/song-search.tsx'
import styles from './practice-songs.module.css'

type PracticeSongsProps = { songs: readonly PracticeSong[]; onPick: (song: PracticeSong) => void }

export function PracticeSongs({ songs, onPick }: PracticeSongsProps) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(FIRST_ORDER)
  const find = useMemo(() => songSearch(sortSongs(songs, order)), [songs, order])
  const listed = useMemo(() => find(search), [find, search])
  return (
    <>
      <div className={clsx(styles.controls, 'buttons')}>
        <SongSearch search={search} onSearch={setSearch} />
        <SongOrders order={order} onOrder={setOrder} />
      </div>
      {listed.length === 0 ? (
        <p className={styles.none}>
          {search ? <>No songs found matching &ldquo;{search}&rdquo;</> : 'Nothing had been played before.'}
        </p>
      ) : (
        <SongRows songs={listed} onPick={onPick} />
      )}
    </>
  )
}

/** A pick does not render the thousand rows of a catalogue again. */
const SongRows = memo(function SongRows({ songs, onPick }: PracticeSongsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="song list" tabIndex={0} className={styles.scroller}>
      <ul className="stack">
        {songs.map((song) => (
          <li key={song.id} className={styles.row}>
            <button type="button" className={styles.song} onClick={() => onPick(song)}>
              <span className={styles.name}>{song.name}</span>
              <span className="soft small tabular">
                {playsInWords(song)}
                {song.last_played && ` · ${shortDate(song.last_played)}, ${song.last_played.slice(0, 4)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
})
