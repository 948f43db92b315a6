import type { Song } from '@called-it/shared/contract/songs'
import clsx from 'clsx'
import { type UseComboboxStateChangeTypes, useCombobox } from 'downshift'
import { type Ref, useState } from 'react'
import { searchSongs } from '../lib/songs/search-songs.ts'
import { t } from '../lib/words/texts.ts'
import { Button } from './button.tsx'
import styles from './song-combobox.module.css'
import { TextInput } from './text-input.tsx'

/** As many as fit above a phone's keyboard. */
const MAX_MATCHES = 6

const {
  ControlledPropUpdatedSelectedItem,
  InputBlur,
  InputClick,
  InputKeyDownEscape,
  ItemMouseMove,
  MenuMouseLeave,
} = useCombobox.stateChangeTypes

/**
 * Only the keyboard moves the highlight: a pointer that rests on the list must not change what Enter picks. The update of
 * the selected item would remove the first letter that is typed after a pick.
 */
const IGNORED = new Set<UseComboboxStateChangeTypes>([
  ControlledPropUpdatedSelectedItem,
  InputBlur,
  InputClick,
  ItemMouseMove,
  MenuMouseLeave,
])

type SongComboboxProps = {
  songs: readonly Song[]
  /** For screen readers. */
  label: string
  placeholder: string
  onPick: (song: Song) => void
  /** Offered where no song matches. */
  onNew?: (name: string) => void
  /** By default the matches float above the field. */
  matchesBelow?: boolean
  fieldRef?: Ref<HTMLInputElement>
}

/** After each picked song the field is empty and keeps the focus, so that no mouse is needed. */
export function SongCombobox({
  songs,
  label,
  placeholder,
  onPick,
  onNew,
  matchesBelow = false,
  fieldRef,
}: SongComboboxProps) {
  const [search, setSearch] = useState('')
  const matches = search.trim() === '' ? [] : searchSongs(songs, search).slice(0, MAX_MATCHES)
  const isOpen = matches.length > 0
  const { getInputProps, getMenuProps, getItemProps, setInputValue } = useCombobox({
    items: matches,
    isOpen,
    // With nothing ever selected, the same song can be picked twice in a row.
    selectedItem: null,
    itemToString: () => '',
    defaultHighlightedIndex: 0,
    stateReducer: (state, { type, changes }) => {
      if (IGNORED.has(type)) return state
      return type === InputKeyDownEscape ? { ...changes, inputValue: '' } : changes
    },
    onInputValueChange: ({ inputValue }) => setSearch(inputValue),
    onSelectedItemChange: ({ selectedItem: song }) => song && onPick(song),
  })
  return (
    <div className={clsx(styles.combobox, matchesBelow && styles.below)}>
      <ul {...getMenuProps({ 'aria-label': t('ui.songs'), className: styles.matches, hidden: !isOpen })}>
        {matches.map((song, index) => (
          <li key={song.id} {...getItemProps({ item: song, index, className: styles.match })}>
            <span>{song.name}</span>
            <span className="soft small tabular">{t('words.plays', { plays: song.times_played })}</span>
          </li>
        ))}
      </ul>
      <TextInput
        round
        {...getInputProps({
          ...(fieldRef && { ref: fieldRef }),
          'aria-label': label,
          enterKeyHint: 'enter',
          placeholder,
        })}
      />
      {search.trim() !== '' && !isOpen && (
        <div className={clsx(styles.noMatch, 'row wraps soft small')}>
          <p>{t('ui.no-match', { search: search.trim() })}</p>
          {onNew && (
            <Button
              onClick={() => {
                onNew(search.trim())
                setInputValue('')
              }}
            >
              {t('ui.new-song')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
