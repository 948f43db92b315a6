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
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { BestCall } from './best-call.tsx'
import styles from './chase.module.css'

type ChaseProps = { own: OwnCard; live: LiveShow; stage: LiveStage; hits: OwnHits }

/** Who is next and what would pass them, or how far the card can still go; once the show is over, the best call. */
export function Chase({ own: { picks, score, players }, live, stage, hits }: ChaseProps) {
  const songIds = toSongIds(picks)
  if (isOver(stage)) {
    return (
      <section aria-label={t('live.best')} className={styles.chase}>
        <BestCall live={live} hits={hits} />
      </section>
    )
  }
  const actual = setlistOfLive(live.performances)
  const ahead = stage === 'locked' ? null : findAhead(score.total, live)
  const more = stillPossible(songIds, actual, live.openSet, false) - score.total
  const Icon = ahead ? ArrowUp : Crown
  return (
    <section aria-label={t('live.what-it-takes')} className={clsx(styles.chase, 'row-2')}>
      <Icon aria-hidden className={styles.icon} />
      {ahead ? (
        <p>
          <b className="semibold">{ahead.words}</b>{' '}
          {waysInWords(waysToPass(songIds, actual, live.openSet, false, ahead.gap), picks, live)}
        </p>
      ) : (
        <p>
          <b className="semibold">{leadInWords(players, stage)}</b>{' '}
          <span className="soft">
            <Rich
              id="live.possible"
              more={more}
              strong={(words) => <b className={styles.possible}>{words}</b>}
            />
          </span>
        </p>
      )}
    </section>
  )
}

function leadInWords(players: number, stage: LiveStage): string {
  if (players === 1) return t('live.only-picks')
  return t(stage === 'locked' ? 'live.all-zero' : 'live.nobody-ahead')
}

/** The lowest total above the own one; null for a leader. */
function findAhead(total: number, live: LiveShow): { gap: number; words: string } | null {
  const histogram = unpackHistogram(live.histogram)
  const next = histogram.findLast((count) => count.total > total)
  if (!next) return null
  const { players } = next
  const gap = next.total - total
  const name = players === 1 && live.top.find(([points]) => points === next.total)?.[2]
  if (name) return { gap, words: t('live.behind', { gap, name }) }
  const rank = rankByTotal(histogram)(next.total)
  return { gap, words: t('live.behind-rank', { gap, players, rank }) }
}

function waysInWords(ways: readonly WayToPass[], picks: SetlistPicks, live: LiveShow): string {
  if (ways.length === 0) return t('live.no-way')
  const names = new Map(
    SET_NAMES.flatMap((set) => picks[set].flatMap((song) => (song ? [[song.id, song.name] as const] : []))),
  )
  const inWords = ways.map((way) =>
    way.kind === 'song'
      ? t('live.way-song', { song: names.get(way.songId) || unknownSong(), gain: way.gain })
      : t('live.way-end', { set: live.openSet ?? 'encore', gain: way.gain }),
  )
  return t('live.enough', { ways: inWords.reduce((first, second) => t('live.or', { first, second })) })
}
