import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Hit } from '@called-it/shared/game/scoring'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { filledSlots } from '../../lib/shows/filled-slots.ts'
import { SET_LABELS } from '../../lib/shows/set-labels.ts'
import { SetHue } from '../../ui/hue.tsx'
import styles from './show-overlay.module.css'

type PickedSetsProps = {
  setlist: SetlistPicks
  /** What has come true so far. */
  hits?: readonly Hit[]
}

export function PickedSets({ setlist, hits = [] }: PickedSetsProps) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h3 className={styles.setName}>{SET_LABELS[set]}</h3>
          <PickedSongs songs={setlist[set]} hits={hits.filter((hit) => hit.set === set)} />
        </SetHue>
      ))}
    </div>
  )
}

type PickedSongsProps = { songs: readonly ({ name: string } | null)[]; hits: readonly Hit[] }

function PickedSongs({ songs, hits }: PickedSongsProps) {
  const filled = filledSlots(songs)
  if (filled.length === 0) return <p className="soft">No songs selected</p>
  return (
    <ol className={styles.songs}>
      {filled.map(({ position, name }) => {
        const hit = hits.find((scored) => scored.position === position)
        return (
          <li key={position} value={position}>
            <span aria-hidden className={styles.position}>
              {position}
            </span>
            {name}
            {hit && <b className={styles.points}>+{hit.points}</b>}
          </li>
        )
      })}
    </ol>
  )
}
