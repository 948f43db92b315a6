import type { actualSetlist, Breakdown } from '@called-it/shared/contract/scoring'
import { SET_NAMES, type SetName, type Slots } from '@called-it/shared/game/setlist'
import type { z } from 'zod'
import { filledSlots, UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { SET_LABELS } from '../../../lib/shows/set-labels.ts'
import { SetHue } from '../../../ui/hue.tsx'
import type { PickedSong } from '../builder/draft-store.ts'
import styles from './scoring.module.css'

type ScoredPicksProps = { picks: Slots<PickedSong>; breakdown: Breakdown }

export function ScoredPicks({ picks, breakdown }: ScoredPicksProps) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{SET_LABELS[set]}</h4>
          <PickedSongs set={set} picks={picks} breakdown={breakdown} />
        </SetHue>
      ))}
    </div>
  )
}

export function hitAt({ details }: Breakdown, set: SetName, position: number) {
  return details.find((hit) => hit.predictedSet === set && hit.predictedPosition === position)
}

/** Those that scored come first. */
function PickedSongs({ set, picks, breakdown }: ScoredPicksProps & { set: SetName }) {
  const filled = filledSlots(picks[set]).map((slot) => ({
    ...slot,
    hit: hitAt(breakdown, set, slot.position),
  }))
  if (filled.length === 0) return <p className="soft">No songs selected</p>
  return (
    <ol className={styles.songs}>
      {[...filled.filter(({ hit }) => hit), ...filled.filter(({ hit }) => !hit)].map(
        ({ position, name, hit }) => (
          <li key={position} value={position} className={hit ? undefined : 'soft'}>
            {name}
            {hit && <b className={styles.gain}>+{hit.points}</b>}
          </li>
        ),
      )}
    </ol>
  )
}

export function PlayedSets({ setlist }: { setlist: z.output<typeof actualSetlist> }) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{SET_LABELS[set]}</h4>
          <PlayedSongs entries={setlist[set]} />
        </SetHue>
      ))}
      {setlist.further.map(({ set, entries }) => (
        <div key={set}>
          <h4>Set {set}</h4>
          <PlayedSongs entries={entries} />
        </div>
      ))}
    </div>
  )
}

function PlayedSongs({ entries }: { entries: readonly { position: number; songName: string }[] }) {
  if (entries.length === 0) return <p className="soft">No songs played</p>
  return (
    <ol className={styles.songs}>
      {entries.map(({ position, songName }) => (
        <li key={position} value={position}>
          {songName || UNKNOWN_SONG}
        </li>
      ))}
    </ol>
  )
}
