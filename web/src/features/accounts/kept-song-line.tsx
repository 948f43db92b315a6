import { SLOT_COUNT } from '@called-it/shared/game/setlist'
import type { KeptSong } from '../../lib/account/kept-song.ts'
import { setLabel } from '../../lib/shows/set-labels.ts'
import { hueClass } from '../../ui/hue.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './kept-song-line.module.css'

export function KeptSongLine({ song }: { song: KeptSong }) {
  const { set, slot, songName } = song
  return (
    <Ticket className={hueClass(set)}>
      <div className="row-3">
        <span aria-hidden className={styles.slot}>
          {slot}
        </span>
        <p className="anywhere">
          <b className={styles.name}>{songName}</b>
          <span className="soft small">
            kept as {placeInWords(song)} · {SLOT_COUNT - 1} to go
          </span>
        </p>
      </div>
    </Ticket>
  )
}

/** As in `your opener`, `song 3 of set 2`. */
export function placeInWords({ set, slot }: Pick<KeptSong, 'set' | 'slot'>): string {
  if (set === 'set1' && slot === 1) return 'your opener'
  return set === 'encore' && slot === 1 ? 'your encore' : `song ${slot} of ${setLabel(set).toLowerCase()}`
}
