import type { Song } from '@called-it/shared/contract/songs'
import type { SlotPlace } from '@called-it/shared/game/draft'
import { FIRST_SLOTS, SLOT_COUNT } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { type MouseEvent, useMemo } from 'react'
import { useIsSettled } from '../../../lib/hooks/use-is-settled.ts'
import { type Chances, useChances } from '../../../lib/shows/chances.ts'
import { useSongs } from '../../../lib/songs/songs.ts'
import { chanceInWords, slotInWords } from '../../../lib/words/chance-words.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { addToActiveSlot, roleOf, useActiveSlot } from '../builder/active-slot.ts'
import { useShowDraft } from '../builder/draft-store.ts'
import { isDoubleTap } from './double-tap.ts'
import { placesOf } from './places.ts'
import { Reason } from './reason.tsx'
import { Percent } from './row-chance.tsx'
import styles from './suggestions.module.css'

const TILES = 4

/** The songs that are likely in the active slot. Of one height, whatever it shows. Nothing where there are no chances. */
export function SuggestionTiles({ showId }: { showId: number }) {
  const chances = useChances(showId)
  if (chances === null) return null
  return (
    <section className={styles.suggestions} aria-label="suggestions">
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
  if (!slot)
    return (
      <>
        <h3 className={styles.job}>all {SLOT_COUNT} are in</h3>
        <p className="soft small">Tap a slot, then the song that you would rather have there.</p>
      </>
    )
  const suggested = (chances.suggestions[FIRST_SLOTS[slot.set] + slot.position - 1] ?? [])
    .map((id) => listed.get(id))
    .filter((song): song is Song => song !== undefined && !picked.has(song.id))
    .slice(0, TILES)
  return (
    <div className={hueClass(slot.set)}>
      <h3 className={styles.job}>
        {jobOf(slot)} <span className={clsx(styles.jobSlot, 'soft small')}>{slotInWords(slot)}</span>
      </h3>
      <ul className={clsx(styles.tiles, 'stack-2')}>
        {suggested.map((song, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is a place that keeps the focus
          <li key={index}>
            <Tile
              song={song}
              chances={chances}
              onPick={(tap) => !isDoubleTap(tap) && addToActiveSlot(showId, song)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function jobOf(slot: SlotPlace): string {
  const role = roleOf(slot)
  return role ? `the ${role}` : 'next'
}

type TileProps = { song: Song; chances: Chances; onPick: (tap: MouseEvent) => void }

function Tile({ song, chances, onPick }: TileProps) {
  const played = chances.ofSongs.get(song.id)
  const isSettled = useIsSettled(song.id)
  return (
    <button type="button" className={styles.tile} onClick={(tap) => isSettled(tap) && onPick(tap)}>
      <span className="visually-hidden">add </span>
      <b className={styles.tileName}>{song.name}</b>
      {played && (
        <>
          <Percent className={styles.tileChance} words={chanceInWords(played.chance)} />
          <span className={clsx(styles.tileWhy, 'soft')}>
            <Reason played={played} shows={chances} />
          </span>
          <span aria-hidden className={styles.fill} style={{ width: `${(played.chance ?? 0) / 10}%` }} />
        </>
      )}
    </button>
  )
}
