import type { Song } from '@called-it/shared/contract/songs'
import clsx from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { listSongs } from '../../../lib/song-order.ts'
import { setHueClass } from '../../../ui/hue.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './desk.module.css'
import { type DeskSong, isSetName, labelOfSet } from './desk-setlist.ts'

/** As many as fit above a thumb. */
const MOST_MATCHES = 6

type SongSearchProps = {
  songs: readonly Song[]
  /** The sets that a song can go to. */
  sets: readonly string[]
  /** The set that songs go to now. */
  target: string
  onTarget: (set: string) => void
  onAdd: (song: DeskSong) => void
}

/**
 * Finds songs by name and adds them to a set, one after another: after each the field is empty and has the
 * focus still, so that a whole set is entered without leaving the keyboard.
 */
export function SongSearch({ songs, sets, target, onTarget, onAdd }: SongSearchProps) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const [added, setAdded] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const matches = search.trim() === '' ? [] : findSongs(songs, search)
  const optionId = (index: number) => `${listId}-${index}`

  const type = (typed: string) => {
    setSearch(typed)
    setActive(0)
  }
  const add = (song: Song | undefined) => {
    if (!song) return
    onAdd({ id: song.id, name: song.name })
    setAdded(`${song.name} added to ${labelOfSet(target)}`)
    type('')
    field.current?.focus()
  }
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return type('')
    if (event.key === 'Enter') {
      event.preventDefault()
      return add(matches[active])
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || matches.length === 0) return
    event.preventDefault()
    setActive((active + step + matches.length) % matches.length)
  }

  return (
    <div className={styles.search}>
      <fieldset className={styles.targets} aria-label="add to">
        {sets.map((set) => (
          <button
            key={set}
            type="button"
            aria-pressed={set === target}
            className={clsx(styles.target, isSetName(set) && setHueClass(set))}
            onClick={() => {
              onTarget(set)
              field.current?.focus()
            }}
          >
            {labelOfSet(set)}
          </button>
        ))}
      </fieldset>
      <div>
        {matches.length > 0 && (
          <div id={listId} role="listbox" aria-label="songs" className={styles.matches}>
            {matches.map((song, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field steers the list by the keyboard
              <div
                key={song.id}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.match}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => add(song)}
              >
                <span>{song.name}</span>
                <span className="soft small tabular">{song.times_played} plays</span>
              </div>
            ))}
          </div>
        )}
        <TextInput
          ref={field}
          round
          role="combobox"
          aria-label={`add a song to ${labelOfSet(target)}`}
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={matches.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          enterKeyHint="enter"
          placeholder={`add to ${labelOfSet(target)}...`}
          value={search}
          onChange={(event) => type(event.target.value)}
          onKeyDown={steer}
        />
        {search.trim() !== '' && matches.length === 0 && (
          <p className={styles.noMatch}>No songs found matching {search.trim()}</p>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {added}
      </p>
    </div>
  )
}

/** Names that begin with what was typed come first, then the more played. */
function findSongs(songs: readonly Song[], search: string): Song[] {
  const typed = search.trim().toLowerCase()
  const rank = ({ name }: Song) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return listSongs(songs, search, { key: 'plays', descending: true })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_MATCHES)
}
