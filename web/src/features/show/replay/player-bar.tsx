import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import clsx from 'clsx'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { readSetName } from '../../../lib/live/live-stage.ts'
import { setInWords } from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './player-bar.module.css'
import type { StageStep } from './stage-steps.ts'
import type { Playhead } from './use-playhead.ts'

type PlayerBarProps = { steps: readonly StageStep[]; playhead: Playhead }

/** Under the thumb: the slider with a tick for each song, higher where it has paid the own card. */
export function PlayerBar({
  steps,
  playhead: { index, isPlaying, scrub, skip, togglePlay },
}: PlayerBarProps) {
  const newest = steps[index]?.newest
  const last = steps.length - 1
  if (!newest) return null
  return (
    <section aria-label="player" className={styles.bar}>
      <div className={clsx(styles.buttons, 'row-2')}>
        <IconButton label="previous song" aria-disabled={index === 0} onClick={() => skip(-1)}>
          <SkipBack aria-hidden />
        </IconButton>
        <IconButton label={isPlaying ? 'pause' : 'play'} className={styles.play} onClick={togglePlay}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton label="next song" aria-disabled={index === last} onClick={() => skip(1)}>
          <SkipForward aria-hidden />
        </IconButton>
      </div>
      <div className={styles.scrubber}>
        <span aria-hidden className={styles.ticks}>
          {steps.map(({ newest: played, own }, at) => (
            <span
              key={played.sequence}
              className={hueClass(readSetName(played.set) ?? 'soft')}
              data-past={at <= index || undefined}
              data-paid={(at <= index && own !== null && own.gain > 0) || undefined}
            />
          ))}
        </span>
        <input
          type="range"
          className={styles.slider}
          aria-label="song"
          aria-valuetext={`song ${index + 1} of ${steps.length}: ${inWords(newest)}`}
          min={1}
          max={steps.length}
          value={index + 1}
          onChange={({ target }) => scrub(target.valueAsNumber - 1)}
        />
      </div>
      <p aria-hidden className={clsx(styles.count, 'soft small')}>
        <b>{index + 1}</b> of {steps.length}
      </p>
    </section>
  )
}

function inWords({ song, set }: PlayedSong): string {
  return `${song.name || UNKNOWN_SONG}, ${setInWords(set)}`
}
