import type { actualSetlist, Breakdown } from '@called-it/shared/contract/scoring'
import { SET_NAMES, type Slots } from '@called-it/shared/game/setlist'
import type { z } from 'zod'
import { SET_LABELS } from '../../../lib/set-labels.ts'
import { SetHue } from '../../../ui/hue.tsx'
import type { PickedSong } from '../builder/draft-store.ts'
import { UNKNOWN_SONG } from './breakdown-rows.tsx'
import styles from './scoring.module.css'

type ScoredPicksProps = { picks: Slots<PickedSong>; breakdown: Breakdown }

/** The picks by slot, each that scored with its points. */
export function ScoredPicks({ picks, breakdown }: ScoredPicksProps) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{SET_LABELS[set]}</h4>
          <ol className={styles.songs}>
            {picks[set].flatMap((song, index) => {
              if (!song) return []
              const position = index + 1
              const hit = breakdown.details.find(
                (detail) => detail.predictedSet === set && detail.predictedPosition === position,
              )
              return [
                <li key={position} value={position}>
                  {song.name || UNKNOWN_SONG}
                  {hit && <b className={styles.gain}>+{hit.points}</b>}
                </li>,
              ]
            })}
          </ol>
        </SetHue>
      ))}
    </div>
  )
}

/** What the band played, set by set. */
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
