import { counted } from '@called-it/shared/contract/counted'
import type { Song } from '@called-it/shared/contract/songs'
import clsx from 'clsx'
import { type UseComboboxStateChangeTypes, useCombobox } from 'downshift'
import { useRef, useState } from 'react'
import { listSongs } from '../../../lib/song-order.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type EditableSong, isSetName, labelOfSet } from './editable-setlist.ts'
import styles from './song-search.module.css'

/** As many as fit above a phone's keyboard. */
const MAX_MATCHES = 6

const { InputBlur, InputClick, InputKeyDownEscape, ItemMouseMove, MenuMouseLeave } =
  useCombobox.stateChangeTypes

/** Only the keyboard moves the highlight: a pointer that rests on the list must not change what Enter adds. */
const IGNORED = new Set<UseComboboxStateChangeTypes>([InputBlur, InputClick, ItemMouseMove, MenuMouseLeave])

type SongSearchProps = {
  songs: readonly Song[]
  sets: readonly string[]
  target: string
  onTarget: (set: string) => void
  onAdd: (song: EditableSong) => void
}

/** After each added song the field is empty and keeps the focus, so that no mouse is needed. */
export function SongSearch({ songs, sets, target, onTarget, onAdd }: SongSearchProps) {
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const matches = search.trim() === '' ? [] : findSongs(songs, search)
  const isOpen = matches.length > 0
  const { getInputProps, getMenuProps, getItemProps } = useCombobox({
    items: matches,
    isOpen,
    // With nothing ever selected, the same song can be added twice in a row.
    selectedItem: null,
    itemToString: () => '',
    defaultHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => {
      if (IGNORED.has(type)) return state
      return type === InputKeyDownEscape ? { ...changes, inputValue: '' } : changes
    },
    onInputValueChange: ({ inputValue }) => setSearch(inputValue),
    onSelectedItemChange: ({ selectedItem: song }) => {
      if (!song) return
      onAdd({ id: song.id, name: song.name })
      setAdded(`${song.name} added to ${labelOfSet(target)}`)
    },
  })

  return (
    <div className={styles.search}>
      <fieldset className={styles.targets} aria-label="add to">
        {sets.map((set) => (
          <button
            key={set}
            type="button"
            aria-pressed={set === target}
            className={clsx(styles.target, isSetName(set) && hueClass(set))}
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
        <ul {...getMenuProps({ 'aria-label': 'songs', className: styles.matches, hidden: !isOpen })}>
          {matches.map((song, index) => (
            <li key={song.id} {...getItemProps({ item: song, index, className: styles.match })}>
              <span>{song.name}</span>
              <span className="soft small tabular">{counted(song.times_played, 'play')}</span>
            </li>
          ))}
        </ul>
        <TextInput
          round
          {...getInputProps({
            ref: field,
            'aria-label': `add a song to ${labelOfSet(target)}`,
            enterKeyHint: 'enter',
            placeholder: `add to ${labelOfSet(target)}...`,
          })}
        />
        {search.trim() !== '' && !isOpen && (
          <p className={styles.noMatch}>No songs found matching {search.trim()}</p>
        )}
      </div>
      <p role="status" className="visually-hidden">
        {added}
      </p>
    </div>
  )
}

/** Names that begin with the search come first, then the most played. */
function findSongs(songs: readonly Song[], search: string): Song[] {
  const typed = search.trim().toLowerCase()
  const rank = ({ name }: Song) => (name.toLowerCase().startsWith(typed) ? 0 : 1)
  return listSongs(songs, search, { key: 'plays', descending: true })
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MAX_MATCHES)
}
