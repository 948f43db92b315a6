import { listSets } from '@called-it/shared/game/arranged-sets'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isSetName, labelOfSet } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  type EditableSetlist,
  moveSong,
  positionAfterMove,
  removeSet,
  removeSong,
} from './editable-setlist.ts'
import styles from './set-editor.module.css'
import songStyles from './song-list.module.css'

type SetEditorProps = {
  setlist: EditableSetlist
  onChange: (change: (setlist: EditableSetlist) => EditableSetlist) => void
}

type Position = { set: string; index: number }

const rowId = ({ set, index }: Position) => `setlist-${set}-${index}`

/** A song is moved by its two buttons or by Alt and an arrow key, past the end of its set into the next one. */
export function SetEditor({ setlist, onChange }: SetEditorProps) {
  const focusAt = useFocusAfterChange(setlist)
  const move = (position: Position, by: 1 | -1) => {
    const to = positionAfterMove(setlist, position.set, position.index, by)
    if (!to) return
    focusAt(to, by)
    onChange((held) => moveSong(held, position.set, position.index, by))
  }
  const moveByKey = (event: KeyboardEvent, position: Position) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(position, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <div className={styles.sets}>
      {listSets(setlist).map(({ set, songs }) => (
        <section key={set} aria-label={labelOfSet(set)} className={clsx(isSetName(set) && hueClass(set))}>
          <div className={clsx(styles.setHead, 'row-3')}>
            <h3 className={songStyles.setName}>{labelOfSet(set)}</h3>
            <span className="soft small tabular">{t('setlist.songs', { count: songs.length })}</span>
            {!isSetName(set) && songs.length === 0 && (
              <IconButton
                look="bare"
                label={t('setlist.remove-set', { set: labelOfSet(set) })}
                onClick={() => onChange((held) => removeSet(held, set))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </div>
          {songs.length === 0 && <p className={clsx(styles.nothing, 'soft small')}>{t('setlist.nothing')}</p>}
          <ol className={songStyles.songs} aria-label={labelOfSet(set)}>
            {songs.map((song, index) => {
              const position = { set, index }
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is a position, and a song may be played twice
                  key={index}
                  id={rowId(position)}
                  tabIndex={-1}
                  className={clsx(songStyles.song, 'row')}
                  onKeyDown={(event) => moveByKey(event, position)}
                >
                  <span className={songStyles.position}>{index + 1}</span>
                  <span className={clsx(songStyles.name, 'anywhere')}>{song.name}</span>
                  <IconButton
                    look="bare"
                    data-move={-1}
                    label={t('setlist.move-up', { song: song.name })}
                    disabled={positionAfterMove(setlist, set, index, -1) === null}
                    onClick={() => move(position, -1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    look="bare"
                    data-move={1}
                    label={t('setlist.move-down', { song: song.name })}
                    disabled={positionAfterMove(setlist, set, index, 1) === null}
                    onClick={() => move(position, 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton
                    look="bare"
                    label={t('setlist.remove-song', { song: song.name })}
                    onClick={() => {
                      focusAt({ set, index: Math.max(Math.min(index, songs.length - 2), 0) }, null)
                      onChange((held) => removeSong(held, set, index))
                    }}
                  >
                    <X aria-hidden />
                  </IconButton>
                </li>
              )
            })}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** Focuses the same button of a moved song in its new row, or the row beside a removed song. */
function useFocusAfterChange(setlist: EditableSetlist): (position: Position, by: 1 | -1 | null) => void {
  const destination = useRef<{ position: Position; by: 1 | -1 | null } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new row exists once the setlist has changed
  useEffect(() => {
    if (!destination.current) return
    const { position, by } = destination.current
    destination.current = null
    const row = document.getElementById(rowId(position))
    const button = by === null ? null : row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:enabled`)
    ;(button ?? row)?.focus()
  }, [setlist])
  return (position, by) => {
    destination.current = { position, by }
  }
}
