import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { searchSongs } from '../../lib/songs/search-songs.ts'
import { useSongs } from '../../lib/songs/songs.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { TextField } from '../../ui/text-field.tsx'
import { MergeSteps } from './merge-steps.tsx'
import styles from './song-catalogue.module.css'

const MAX_MATCHES = 8

type Target = { id: number; name: string }

export function MergeSong({ song }: { song: AdminSong }) {
  const [target, setTarget] = useState<Target | null>(null)
  if (song.merged_into) {
    const { id, name } = song.merged_into
    return (
      <div ref={passFocusOn} className={styles.steps}>
        <p>
          This song is <Link to={paths.adminSong(id)}>{name}</Link> in picks, setlists and scores.
        </p>
        <MergeSteps song={song} into={null} labels={{ count: 'undo the merge', confirm: 'undo' }} />
      </div>
    )
  }
  if (!target) return <TargetSearch song={song} onChoose={setTarget} />
  return (
    <div ref={passFocusOn} className={styles.steps}>
      <p>
        Merge <strong>{song.name}</strong> into <strong>{target.name}</strong>: fans, setlists and scores see
        one song. The merge can be undone.
      </p>
      <MergeSteps
        song={song}
        into={target}
        labels={{ count: 'what would change?', confirm: 'merge' }}
        more={() => (
          <Button variant="quiet" onClick={() => setTarget(null)}>
            choose another song
          </Button>
        )}
      />
    </div>
  )
}

/** Among the songs that can be picked, so that no merge takes both out of the list. */
function TargetSearch({ song, onChoose }: { song: AdminSong; onChoose: (target: Target) => void }) {
  const [search, setSearch] = useState('')
  const { data: songs } = useSongs()
  const isSearch = search.trim() !== ''
  const matches = isSearch
    ? searchSongs(songs ?? [], search)
        .filter(({ id }) => id !== song.id)
        .slice(0, MAX_MATCHES)
    : []
  return (
    <div ref={passFocusOn} className={styles.steps}>
      <div className={styles.search}>
        <TextField
          label="Merge into..."
          type="search"
          autoComplete="off"
          hint="The name of the song that this one is."
          error={isSearch && songs && matches.length === 0 ? 'No other song has this name.' : undefined}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {matches.length > 0 && (
        <ul aria-label="songs to merge into" className="stack-2 anywhere">
          {matches.map(({ id, name }) => (
            <li key={id}>
              <Button onClick={() => onChoose({ id, name })}>{name}</Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
