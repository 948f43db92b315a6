import type { Song } from '@called-it/shared/contract/songs'
import { FIRST_SLOTS, SLOT_COUNT } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { useMemo } from 'react'
import { type Chances, useChances } from '../../../lib/shows/chances.ts'
import { useSongs } from '../../../lib/songs/songs.ts'
import { slotInWords } from '../../../lib/words/chance-words.ts'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { SongTile, SongTiles } from '../../../ui/song-tile.tsx'
import { roleOf, useActiveSlot, useKeptPick } from '../builder/active-slot.ts'
import { useShowDraft } from '../builder/draft-store.ts'
import { isDoubleTap } from './double-tap.ts'
import { KeptNote } from './kept-note.tsx'
import { usePickSong } from './pick-song.ts'
import { placesOf } from './places.ts'
import styles from './suggestions.module.css'

const TILES = 4

/** The songs that are likely in the active slot, by the number that they show. Nothing where there are no chances. */
export function SuggestionTiles({ showId }: { showId: number }) {
  const chances = useChances(showId)
  if (chances === null) return <KeptNote showId={showId} />
  return (
    <section className={styles.suggestions} aria-label={t('home.suggestions')}>
      {chances && <ForSlot chances={chances} showId={showId} />}
    </section>
  )
}

function ForSlot({ chances, showId }: { chances: Chances; showId: number }) {
  const slot = useActiveSlot(showId)
  const { slots } = useShowDraft(showId)
  const { data: songs } = useSongs()
  const listed = useMemo(() => new Map(songs?.map((song) => [song.id, song])), [songs])
  const picked = placesOf(slots)
  const pickSong = usePickSong(showId)
  const kept = useKeptPick(showId)
  if (!slot)
    return (
      <>
        <h3 className={styles.job}>{t('home.all-in', { count: SLOT_COUNT })}</h3>
        <p className="soft small">{t('home.swap')}</p>
      </>
    )
  const chanceOf = ({ id }: Song) => chances.ofSongs.get(id)?.chance ?? 0
  const suggested = (chances.suggestions[FIRST_SLOTS[slot.set] + slot.position - 1] ?? [])
    .map((id) => listed.get(id))
    .filter((song): song is Song => song !== undefined && !picked.has(song.id))
    .slice(0, TILES)
    .toSorted((one, other) => chanceOf(other) - chanceOf(one))
  return (
    <div className={hueClass(slot.set)}>
      {kept ? (
        <KeptNote showId={showId} />
      ) : (
        <h3 className={styles.job}>
          {t('home.job', { role: roleOf(slot) ?? 'none' })}{' '}
          <span className={clsx(styles.jobSlot, 'soft small')}>{slotInWords(slot)}</span>
        </h3>
      )}
      <SongTiles>
        {suggested.map((song, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place that keeps the focus
          <li key={index}>
            <SongTile
              song={song}
              played={chances.ofSongs.get(song.id)}
              shows={chances}
              onPick={(tap) => !isDoubleTap(tap) && pickSong(song)}
            />
          </li>
        ))}
      </SongTiles>
    </div>
  )
}
