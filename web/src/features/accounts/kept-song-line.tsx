import { SLOT_COUNT } from '@called-it/shared/game/setlist'
import type { KeptSong } from '../../lib/account/kept-song.ts'
import { t } from '../../lib/words/texts.ts'
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
            {t('account.kept-as', { place: placeInWords(song), left: SLOT_COUNT - 1 })}
          </span>
        </p>
      </div>
    </Ticket>
  )
}

/** As in `your opener`, `song 3 of set 2`. */
export function placeInWords({ set, slot }: Pick<KeptSong, 'set' | 'slot'>): string {
  if (set === 'set1' && slot === 1) return t('account.place-opener')
  if (set === 'encore' && slot === 1) return t('account.place-encore')
  return t('account.place-song', { slot, set })
}
