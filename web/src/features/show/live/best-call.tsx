import type { LiveShow } from '@called-it/shared/contract/live-shows'
import clsx from 'clsx'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { lastPlayedInWords, pickedInWords } from '../../../lib/live/song-words.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { HitTile } from '../../../ui/night/tile.tsx'
import styles from './poster.module.css'

/** The rarest song: of the own hits, else of the show. */
export function BestCall({ live, hits }: { live: LiveShow; hits: OwnHits }) {
  const candidates = hits && hits.size > 0 ? [...hits.keys()] : live.performances
  const rarest = candidates.toSorted((one, other) => one.players - other.players)[0]
  if (!rarest || live.players === 0) return null
  const hit = hits?.get(rarest)
  return (
    <p className={clsx(styles.call, 'row-3')}>
      {hit && <HitTile hit={hit} />}
      <span>
        <b className={styles.strong}>{t(hit ? 'live.best-call' : 'live.surprise')}</b>{' '}
        {t('live.call-facts', {
          song: rarest.song.name || unknownSong(),
          position: rarest.position,
          set: smallSetLabel(rarest.set),
          picked: pickedInWords(rarest, live),
          last: lastPlayedInWords(rarest.gap),
        })}
      </span>
    </p>
  )
}
