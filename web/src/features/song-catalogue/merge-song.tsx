import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { searchSongs } from '../../lib/songs/search-songs.ts'
import { useSongs } from '../../lib/songs/songs.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
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
          <Rich id="songs.merged-is" song={<Link to={paths.adminSong(id)}>{name}</Link>} />
        </p>
        <MergeSteps song={song} into={null} action="undo" />
      </div>
    )
  }
  if (!target) return <TargetSearch song={song} onChoose={setTarget} />
  return (
    <div ref={passFocusOn} className={styles.steps}>
      <p>
        <Rich
          id="songs.merge-into"
          song={<strong>{song.name}</strong>}
          target={<strong>{target.name}</strong>}
        />
      </p>
      <MergeSteps
        song={song}
        into={target}
        action="merge"
        more={() => (
          <Button variant="quiet" onClick={() => setTarget(null)}>
            {t('songs.choose-other')}
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
          label={t('songs.merge-label')}
          type="search"
          autoComplete="off"
          hint={t('songs.merge-hint')}
          error={isSearch && songs && matches.length === 0 ? t('songs.no-match') : undefined}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {matches.length > 0 && (
        <ul aria-label={t('songs.targets')} className="stack-2 anywhere">
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
