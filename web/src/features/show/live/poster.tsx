import type { PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'
import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { hitInWords } from '../../../lib/live/song-words.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { HitTile } from '../../../ui/night/tile.tsx'
import styles from './poster.module.css'

type PosterProps = {
  kick: string
  aside: ReactNode
  title: string
  hue?: SetName | 'soft'
  ghost?: number
  /** Takes the place of kick and aside for a moment. Announced by the page. */
  loud?: ReactNode
  children: ReactNode
}

/** As a poster: its hue is the set's. */
export function Poster({ kick, aside, title, hue = 'soft', ghost, loud, children }: PosterProps) {
  return (
    <section aria-label={kick} className={clsx(styles.now, hueClass(hue))}>
      {ghost !== undefined && (
        <span key={`${hue} ${ghost}`} aria-hidden className={styles.ghost}>
          {ghost}
        </span>
      )}
      {loud && (
        <p aria-hidden className={clsx(styles.loud, 'row wraps')}>
          <Sparkles /> {loud}
        </p>
      )}
      <p className={clsx(styles.kick, 'row wraps soft small', loud && 'visually-hidden')}>
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

type OwnCallProps = { played: PlayedSong; hit: Hit | null; isAnybodys?: boolean }

export function OwnCall({ played, hit, isAnybodys = true }: OwnCallProps) {
  return (
    <p className={clsx(styles.call, 'row-3', !hit && 'soft')}>
      {hit ? (
        <>
          <HitTile hit={hit} />
          <span>
            <Rich
              id="live.you-called"
              strong={(words) => <b className={styles.strong}>{words}</b>}
              how={hitInWords(hit, played)}
            />
          </span>
        </>
      ) : (
        t(isAnybodys ? 'live.not-picked' : 'live.not-anybodys')
      )}
    </p>
  )
}
