import clsx from 'clsx'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { readSetName } from '../../../lib/live/live-stage.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
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
    <section aria-label={t('replay.player')} className={styles.bar}>
      <div className={clsx(styles.buttons, 'row-2')}>
        <IconButton label={t('replay.previous')} aria-disabled={index === 0} onClick={() => skip(-1)}>
          <SkipBack aria-hidden />
        </IconButton>
        <IconButton
          label={t(isPlaying ? 'replay.pause' : 'replay.play')}
          className={styles.play}
          onClick={togglePlay}
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton label={t('replay.next')} aria-disabled={index === last} onClick={() => skip(1)}>
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
          aria-label={t('replay.song')}
          aria-valuetext={t('replay.song-of', {
            place: index + 1,
            count: steps.length,
            song: newest.song.name || unknownSong(),
            set: smallSetLabel(newest.set),
          })}
          min={1}
          max={steps.length}
          value={index + 1}
          onChange={({ target }) => scrub(target.valueAsNumber - 1)}
        />
      </div>
      <p aria-hidden className={clsx(styles.count, 'soft small')}>
        <Rich id="replay.count" place={index + 1} count={steps.length} />
      </p>
    </section>
  )
}
