import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { countSet, SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { filledSlots } from '../lib/shows/filled-slots.ts'
import { setLabel } from '../lib/shows/set-labels.ts'
import { t } from '../lib/words/texts.ts'
import { SetHue } from './hue.tsx'
import styles from './picked-sets.module.css'

type PickedSetsProps = {
  picks: SetlistPicks
  /** How the sets lie beside each other. */
  className: string | undefined
  /** Beside the name of a set. */
  note?: (set: SetName) => ReactNode
  /** Beside a song. */
  mark?: (set: SetName, song: { id: number; position: number }) => ReactNode
}

/** Numbered by slot, because positions score. */
export function PickedSets({ picks, className, note, mark }: PickedSetsProps) {
  return (
    <div className={clsx(styles.sets, className)}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h3 className={styles.name}>
            {setLabel(set)} {note?.(set)}
          </h3>
          {countSet(picks, set) === 0 ? (
            <p className={styles.none}>{t('ui.no-songs')}</p>
          ) : (
            <ol className={styles.songs}>
              {filledSlots(picks[set]).map((song) => (
                <li key={song.position} value={song.position}>
                  <span aria-hidden className={styles.position}>
                    {song.position}
                  </span>
                  <span>{song.name}</span>
                  {mark?.(set, song)}
                </li>
              ))}
            </ol>
          )}
        </SetHue>
      ))}
    </div>
  )
}
