import clsx from 'clsx'
import { Check, Plus } from 'lucide-react'
import { memo, useRef } from 'react'
import type { Chances } from '../../../lib/shows/chances.ts'
import { playsInWords } from '../../../lib/words/plays-in-words.ts'
import { t } from '../../../lib/words/texts.ts'
import { isDoubleTap, noteTap } from './double-tap.ts'
import { usePickSong } from './pick-song.ts'
import { RowChance } from './row-chance.tsx'
import { SetButtons } from './set-buttons.tsx'
import { type ListedSong, SongFacts } from './song-facts.tsx'
import styles from './songs.module.css'

type SongRowProps = {
  song: ListedSong
  /** Plays relative to the most played song, 0 to 1. */
  share: number
  /** Where the card has it, as in `S1 6`. */
  place: string | undefined
  showId: number | null
  chances: Chances | null | undefined
  isExpanded: boolean
  onExpand: (songId: number | null) => void
}

export const SongRow = memo(function SongRow({
  song,
  share,
  place,
  showId,
  chances,
  isExpanded,
  onExpand,
}: SongRowProps) {
  const pickSong = usePickSong(showId)
  const toggle = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The set buttons are about to unmount.
    toggle.current?.focus({ preventScroll: true })
    onExpand(null)
  }
  return (
    <div
      className={clsx(styles.row, isExpanded && styles.open)}
      data-picked={place !== undefined || undefined}
    >
      <div className={styles.line}>
        <button
          type="button"
          className={clsx(styles.add, 'stack soft')}
          aria-label={t('home.add', { song: song.name })}
          onClick={(tap) => !isDoubleTap(tap) && pickSong(song)}
        >
          <Plus aria-hidden />
        </button>
        <button
          ref={toggle}
          type="button"
          className={styles.song}
          aria-expanded={isExpanded}
          onClick={(tap) => {
            noteTap(tap)
            onExpand(isExpanded ? null : song.id)
          }}
        >
          <span className={styles.name}>{song.name}</span>
          <span className={clsx(styles.plays, 'soft small tabular')}>
            {chances === null ? playsInWords(song) : t('home.plays', { count: song.times_played })}
          </span>
          {chances && <RowChance chances={chances} song={song} />}
          {place && (
            <span className={styles.place}>
              <Check aria-hidden />
              <span className="visually-hidden">{t('home.on-card')} </span>
              {place}
            </span>
          )}
          {chances === null && !place && (
            <span className={styles.bar} style={{ width: `${100 * share}%` }} aria-hidden />
          )}
        </button>
      </div>
      {isExpanded && showId !== null && (
        <div className={styles.more}>
          <SetButtons song={song} showId={showId} onAdded={close} />
          {chances && <SongFacts chances={chances} song={song} />}
        </div>
      )}
    </div>
  )
})
