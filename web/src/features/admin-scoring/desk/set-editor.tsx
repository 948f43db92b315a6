import clsx from 'clsx'
import { ArrowDown, ArrowUp, Trash2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { setHueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './desk.module.css'
import {
  type DeskSetlist,
  isSetName,
  labelOfSet,
  listSets,
  moveSong,
  placeAfterMove,
  removeSet,
  removeSong,
} from './desk-setlist.ts'

type SetEditorProps = {
  setlist: DeskSetlist
  onChange: (change: (setlist: DeskSetlist) => DeskSetlist) => void
}

type Place = { set: string; index: number }

const rowId = ({ set, index }: Place) => `desk-${set}-${index}`

/**
 * The sets as lists of songs. A song is moved by its two buttons, or by Alt and an arrow key, past the end of
 * its set into the next one; the focus goes along.
 */
export function SetEditor({ setlist, onChange }: SetEditorProps) {
  const focusAt = useFocusOnArrival(setlist)
  const move = (place: Place, by: 1 | -1) => {
    const to = placeAfterMove(setlist, place.set, place.index, by)
    if (!to) return
    focusAt(to, by)
    onChange((held) => moveSong(held, place.set, place.index, by))
  }
  const moveByKey = (event: KeyboardEvent, place: Place) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(place, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <div className={styles.sets}>
      {listSets(setlist).map(({ set, songs }) => (
        <section key={set} aria-label={labelOfSet(set)} className={clsx(isSetName(set) && setHueClass(set))}>
          <div className={styles.setHead}>
            <h3 className={styles.setName}>{labelOfSet(set)}</h3>
            <span className="soft small tabular">
              {songs.length} {songs.length === 1 ? 'song' : 'songs'}
            </span>
            {!isSetName(set) && songs.length === 0 && (
              <IconButton
                look="bare"
                label={`remove ${labelOfSet(set)}`}
                onClick={() => onChange((held) => removeSet(held, set))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </div>
          {songs.length === 0 && <p className={styles.nothing}>nothing yet</p>}
          <ol className={styles.songs} aria-label={labelOfSet(set)}>
            {songs.map((song, index) => {
              const place = { set, index }
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place, and a song may be played twice
                  key={index}
                  id={rowId(place)}
                  tabIndex={-1}
                  className={styles.song}
                  onKeyDown={(event) => moveByKey(event, place)}
                >
                  <span className={styles.position}>{index + 1}</span>
                  <span className={styles.name}>{song.name}</span>
                  <IconButton
                    look="bare"
                    data-move={-1}
                    label={`move ${song.name} up`}
                    disabled={placeAfterMove(setlist, set, index, -1) === null}
                    onClick={() => move(place, -1)}
                  >
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    look="bare"
                    data-move={1}
                    label={`move ${song.name} down`}
                    disabled={placeAfterMove(setlist, set, index, 1) === null}
                    onClick={() => move(place, 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton
                    look="bare"
                    label={`remove ${song.name}`}
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

/** Has the focus follow a song to where it was moved, on the same button; or stay near what was removed. */
function useFocusOnArrival(setlist: DeskSetlist): (place: Place, by: 1 | -1 | null) => void {
  const destination = useRef<{ place: Place; by: 1 | -1 | null } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it arrives when the setlist changes
  useEffect(() => {
    if (!destination.current) return
    const { place, by } = destination.current
    destination.current = null
    const row = document.getElementById(rowId(place))
    const button = by === null ? null : row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:enabled`)
    ;(button ?? row)?.focus()
  }, [setlist])
  return (place, by) => {
    destination.current = { place, by }
  }
}
