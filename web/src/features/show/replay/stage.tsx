import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import clsx from 'clsx'
import { memo, type ReactNode } from 'react'
import { readSetName } from '../../../lib/live/live-stage.ts'
import { placeInWords } from '../../../lib/live/song-words.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { hueClass } from '../../../ui/hue.tsx'
import { ScoreHero } from '../../../ui/night/score-hero.tsx'
import { HitPoints } from '../../../ui/night/tile.tsx'
import { TileStrip } from '../../../ui/night/tile-strip.tsx'
import { MyCard } from '../live/my-card.tsx'
import { OwnCall, Poster } from '../live/poster.tsx'
import { PlayerBar } from './player-bar.tsx'
import styles from './stage.module.css'
import type { StageStep } from './stage-steps.ts'
import type { Playhead } from './use-playhead.ts'

const Song = memo(function Song({ played: { position, song }, hit, isNewest }: SongProps) {
  return (
    <li value={position} className={clsx(styles.song, 'stack-2')} aria-current={isNewest || undefined}>
      <span aria-hidden className={styles.position}>
        {position}
      </span>
      <span className={styles.name}>{song.name || unknownSong()}</span>
      {hit && <HitPoints hit={hit} />}
    </li>
  )
})

type StageProps = {
  steps: readonly StageStep[]
  playhead: Playhead
  /** On the board; null without one. */
  place: { rank: number; rankBefore: number | null; players: number } | null
  /** What the song on now did, beside the own card. */
  facts?: ReactNode
  /** Beside the setlist. */
  children: ReactNode
}

/** A show played again, as it stood after a song. */
export function Stage({ steps, playhead, place, facts, children }: StageProps) {
  const { index } = playhead
  const step = steps[index]
  if (!step) return null
  const { newest, own, stage } = step
  const score = own && { score: own.score, lastGain: own.gain, revision: index }
  return (
    <>
      <div className={styles.stage} data-own={own !== null || undefined}>
        {own && score && (
          <ScoreHero own={place ? { ...score, ...place } : { ...score, rank: null }} stage={stage}>
            <TileStrip slots={own.slots} />
          </ScoreHero>
        )}
        <Poster
          kick={t(stage === 'final' ? 'replay.last-song' : 'replay.on-now')}
          aside={placeInWords(newest)}
          title={newest.song.name || unknownSong()}
          hue={readSetName(newest.set) ?? 'soft'}
          ghost={newest.position}
        >
          {own && <OwnCall played={newest} hit={own.hits.get(newest) ?? null} />}
          {facts}
        </Poster>
        {own && <MyCard slots={own.slots} live={step} stage={stage} />}
        <PlayedSongs step={step} />
        {children}
      </div>
      <PlayerBar steps={steps} playhead={playhead} />
      <p role="status" className="visually-hidden">
        {playhead.isAnnounced && inWords(step)}
      </p>
    </>
  )
}

function inWords({ newest, own }: StageStep): string {
  const song = t('replay.say', { place: placeInWords(newest), song: newest.song.name || unknownSong() })
  const hit = own?.hits.get(newest)
  if (!hit || !own) return song
  return `${song} ${t('replay.called', { points: hit.points, total: own.score.total })}`
}

/** The setlist up to a step, with what each song has paid the own card. */
function PlayedSongs({ step: { performances, newest, own, stage } }: { step: StageStep }) {
  return (
    <Card
      heading={t('replay.setlist')}
      note={t(stage === 'final' ? 'replay.songs' : 'replay.so-far', { songs: performances.length })}
    >
      {[...Map.groupBy(performances, ({ set }) => set)].map(([set, songs]) => (
        <div key={set} className={hueClass(readSetName(set) ?? 'soft')}>
          <h3 className={styles.set}>{smallSetLabel(set)}</h3>
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
