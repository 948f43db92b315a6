import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { stillPossible } from '@called-it/shared/game/live/still-possible'
import { type WayToPass, waysToPass } from '@called-it/shared/game/live/ways-to-pass'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { rankByTotal } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { ArrowUp, Crown } from 'lucide-react'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { type OwnCard, toSongIds } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { setlistOfLive } from '../../../lib/live/setlist-of-live.ts'
import { setInWords } from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { BestCall } from './best-call.tsx'
import styles from './chase.module.css'

type ChaseProps = { own: OwnCard; live: LiveShow; stage: LiveStage; hits: OwnHits }

/** Who is next and what would pass them, or how far the card can still go; once the show is over, the best call. */
export function Chase({ own: { picks, score, players }, live, stage, hits }: ChaseProps) {
  const songIds = toSongIds(picks)
  if (isOver(stage)) {
    return (
      <section aria-label="best call" className={styles.chase}>
        <BestCall live={live} hits={hits} />
      </section>
    )
  }
  const actual = setlistOfLive(live.performances)
  const ahead = stage === 'locked' ? null : findAhead(score.total, live)
  const more = stillPossible(songIds, actual, live.openSet, false) - score.total
  const Icon = ahead ? ArrowUp : Crown
  return (
    <section aria-label="what it takes" className={clsx(styles.chase, 'row-2')}>
      <Icon aria-hidden className={styles.icon} />
      {ahead ? (
        <p>
          <b className="semibold">
            {ahead.gap} behind {ahead.who}.
          </b>{' '}
          {waysInWords(waysToPass(songIds, actual, live.openSet, false, ahead.gap), picks, live)}
        </p>
      ) : (
        <p>
          <b className="semibold">{leadInWords(players, stage)}</b>{' '}
          <span className="soft">
            up to <b className={styles.possible}>{more}</b> more possible
          </span>
        </p>
      )}
    </section>
  )
}

function leadInWords(players: number, stage: LiveStage): string {
  if (players === 1) return 'yours are the only picks.'
  return stage === 'locked' ? 'all at zero.' : 'nobody is ahead of you.'
}

/** The lowest total above the own one; null for a leader. */
function findAhead(total: number, live: LiveShow): { gap: number; who: string } | null {
  const histogram = unpackHistogram(live.histogram)
  const next = histogram.findLast((count) => count.total > total)
  if (!next) return null
  const name = next.players === 1 && live.top.find(([points]) => points === next.total)?.[2]
  const who = name || (next.players === 1 ? '' : `${formatNumber(next.players)} fans at `)
  const rank = `#${formatNumber(rankByTotal(histogram)(next.total))}`
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
