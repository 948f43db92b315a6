import { counted } from '@called-it/shared/contract/counted'
import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { memo } from 'react'
import { readSetName } from '../../../lib/live/live-stage.ts'
import { setInWords } from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { Card } from '../../../ui/card.tsx'
import { hueClass } from '../../../ui/hue.tsx'
import { HitPoints } from '../../../ui/night/tile.tsx'
import styles from './played-songs.module.css'
import type { StageStep } from './stage-steps.ts'

/** The setlist up to a step, with what each song has paid the own card. */
export function PlayedSongs({ step: { performances, newest, own, stage } }: { step: StageStep }) {
  return (
    <Card
      heading="setlist"
      note={`${counted(performances.length, 'song')}${stage === 'final' ? '' : ' so far'}`}
    >
      {[...Map.groupBy(performances, ({ set }) => set)].map(([set, songs]) => (
        <div key={set} className={hueClass(readSetName(set) ?? 'soft')}>
          <h3 className={styles.set}>{setInWords(set)}</h3>
          <ol className="stack">
            {songs.map((played) => (
              <Song
                key={played.sequence}
                played={played}
                hit={own?.hits.get(played) ?? null}
                isNewest={played === newest}
              />
            ))}
          </ol>
        </div>
      ))}
    </Card>
  )
}

type SongProps = { played: PlayedSong; hit: Hit | null; isNewest: boolean }

const Song = memo(function Song({ played: { position, song }, hit, isNewest }: SongProps) {
  return (
    <li value={position} className={clsx(styles.song, 'stack-2')} aria-current={isNewest || undefined}>
      <span aria-hidden className={styles.position}>
        {position}
      </span>
      <span className={styles.name}>{song.name || UNKNOWN_SONG}</span>
      {hit && <HitPoints hit={hit} />}
    </li>
  )
})
