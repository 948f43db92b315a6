import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { stillPossible } from '@called-it/shared/game/live/still-possible'
import { type WayToPass, waysToPass } from '@called-it/shared/game/live/ways-to-pass'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { rankByTotal } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { ArrowUp, Crown } from 'lucide-react'
import { type OwnCard, toSongIds } from '../../../lib/live/own-card.ts'
import { setlistOfLive } from '../../../lib/live/setlist-of-live.ts'
import { setInWords } from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import styles from './chase.module.css'

type ChaseProps = { own: OwnCard; live: LiveShow }

/** Who is next, what would pass them, and how far the card can still go. */
export function Chase({ own: { picks, score, players }, live }: ChaseProps) {
  const actual = setlistOfLive(live.performances)
  const songIds = toSongIds(picks)
  const possible = stillPossible(songIds, actual, live.openSet, false)
  const ahead = findAhead(score.total, live)
  const ways = ahead ? waysToPass(songIds, actual, live.openSet, false, ahead.gap) : []
  const Icon = ahead ? ArrowUp : Crown
  return (
    <section aria-label="what it takes" className={clsx(styles.chase, 'row')}>
      <p className={styles.line}>
        <Icon aria-hidden className={styles.icon} />
        {ahead ? (
          <span>
            <b className="semibold">
              {ahead.gap} behind {ahead.who}.
            </b>{' '}
            {waysInWords(ways, picks, live)}
          </span>
        ) : (
          <span>
            <b className="semibold">{players === 1 ? 'the only card tonight.' : 'nobody is ahead of you.'}</b>
          </span>
        )}
      </p>
      <p className={clsx(styles.reach, 'row soft small')}>
        <span aria-hidden className={styles.track}>
          <span
            className={styles.bar}
            style={{ transform: `scaleX(${possible > 0 ? score.total / possible : 0})` }}
          />
        </span>
        <span>
          {score.total} now · <b className={styles.possible}>{possible}</b> still possible
        </span>
      </p>
    </section>
  )
}

/** The lowest total above the own one; null for a leader. */
function findAhead(total: number, live: LiveShow): { gap: number; who: string } | null {
  const histogram = unpackHistogram(live.histogram)
  const next = histogram.findLast((count) => count.total > total)
  if (!next) return null
  const name = next.players === 1 && live.top.find(([points]) => points === next.total)?.[2]
  const who = name || (next.players === 1 ? '' : `${next.players.toLocaleString('en-US')} fans at `)
  const rank = `#${rankByTotal(histogram)(next.total).toLocaleString('en-US')}`
  return { gap: next.total - total, who: name ? who : `${who}${rank}` }
}

function waysInWords(ways: readonly WayToPass[], picks: SetlistPicks, live: LiveShow): string {
  if (ways.length === 0) return 'One song alone does not pass yet.'
  const names = new Map(
    SET_NAMES.flatMap((set) => picks[set].flatMap((song) => (song ? [[song.id, song.name] as const] : []))),
  )
  const inWords = ways.map((way) =>
    way.kind === 'song'
      ? `${names.get(way.songId) || UNKNOWN_SONG} next (+${way.gain})`
      : `${live.openSet === 'further' ? 'the set' : setInWords(live.openSet ?? 'encore')} ends here (+${way.gain})`,
  )
  return `Enough to pass: ${inWords.join(', or ')}.`
}
