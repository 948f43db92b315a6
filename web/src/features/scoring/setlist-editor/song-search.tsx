import type { Song } from '@called-it/shared/contract/songs'
import clsx from 'clsx'
import { useRef, useState } from 'react'
import { isSetName, labelOfSet } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { SongCombobox } from '../../../ui/song-combobox.tsx'
import type { EditableSong } from './editable-setlist.ts'
import styles from './song-search.module.css'

type SongSearchProps = {
  songs: readonly Song[]
  sets: readonly string[]
  target: string
  onTarget: (set: string) => void
  onAdd: (song: EditableSong) => void
}

export function SongSearch({ songs, sets, target, onTarget, onAdd }: SongSearchProps) {
  const [added, setAdded] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className={clsx(styles.search, 'stack-2')}>
      <fieldset className={styles.targets} aria-label={t('setlist.add-to')}>
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
      <SongCombobox
        songs={songs}
        label={t('setlist.add-song', { set: labelOfSet(target) })}
        placeholder={t('setlist.placeholder', { set: labelOfSet(target) })}
        fieldRef={field}
        onPick={({ id, name }) => {
          onAdd({ id, name })
          setAdded(t('setlist.song-added', { song: name, set: labelOfSet(target) }))
        }}
      />
      <p role="status" className="visually-hidden">
        {added}
      </p>
    </div>
  )
}
