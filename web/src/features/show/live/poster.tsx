import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { hitInWords } from '../../../lib/live/song-words.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { HitTile } from '../../../ui/night/tile.tsx'
import styles from './poster.module.css'

type PosterProps = {
  kick: string
  aside: ReactNode
  title: string
  hue?: SetName | 'strong' | 'soft'
  ghost?: number
  children: ReactNode
}

/** As a poster: its hue is the set's. */
export function Poster({ kick, aside, title, hue = 'soft', ghost, children }: PosterProps) {
  return (
    <section aria-label={kick} className={clsx(styles.now, hueClass(hue))}>
      {ghost !== undefined && (
        <span key={`${hue} ${ghost}`} aria-hidden className={styles.ghost}>
          {ghost}
        </span>
      )}
      <p className={clsx(styles.kick, 'row wraps soft small')}>
        <b className={styles.tag}>{kick}</b> {aside}
      </p>
      <h2
        key={title}
        className={styles.title}
        data-medium={title.length > 17 || undefined}
        data-long={title.length > 28 || undefined}
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

export function OwnCall({ played, hit }: { played: PlayedSong; hit: Hit | null }) {
  if (!hit) return <p className="soft">not on your card</p>
  return (
    <p className={clsx(styles.call, 'row-3')}>
      <HitTile hit={hit} />
      <span>
        <b className={styles.strong}>you called it,</b> {hitInWords(hit, played)}
      </span>
    </p>
  )
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
