import { counted } from '@called-it/shared/contract/counted'
import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { countPicks } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { type LiveStage, newestOf, readSetName } from '../../../lib/live/live-stage.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import {
  gapInWords,
  holdersInWords,
  ordinal,
  placeInWords,
  setInWords,
  shareInWords,
} from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { HitTile } from '../../../ui/night/tile.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import styles from './poster.module.css'
import { Fact, OwnCall, Poster } from './poster.tsx'

type NowCardProps = { show: Show; live: LiveShow; stage: LiveStage; own: OwnCard | null; hits: OwnHits }

export function NowCard({ show, live, stage, own, hits }: NowCardProps) {
  const newest = newestOf(live)
  if (stage === 'locked' || !newest) {
    return (
      <Poster
        kick="picks are closed"
        aside={show.starts_at !== null && startInWords(show)}
        title="the band is not on yet"
        hue="strong"
      >
        <p className="soft">
          {own
            ? `Your card is in with ${counted(countPicks(own.picks), 'song')}. It fills in here, song by song.`
            : 'The songs appear here as they are played.'}
        </p>
        {own && <ShareButton className={styles.share} showId={show.id} />}
      </Poster>
    )
  }
  if (stage === 'live') return <SongOnNow live={live} played={newest} hits={hits} />
  const songs = counted(live.performances.length, 'song')
  if (stage === 'break') {
    return (
      <Poster
        kick="set break"
        aside={`${songs} so far`}
        title={`${live.openSet === 'further' ? 'one more set' : setInWords(live.openSet ?? 'encore')} is next`}
        hue={readSetName(live.openSet ?? '') ?? 'soft'}
      >
        <p className="soft">
          {setInWords(newest.set)} closed with{' '}
          <b className={styles.strong}>{newest.song.name || UNKNOWN_SONG}</b>.
        </p>
      </Poster>
    )
  }
  return (
    <Poster
      kick={stage === 'final' ? 'final' : 'that was it'}
      aside={stage === 'final' ? '' : 'waiting for the final score'}
      title={`${songs}, ${setsInWords(live)}`}
    >
      <BestCall live={live} hits={hits} />
      {live.players > 0 ? (
        <dl className={styles.facts}>
          <Fact name="best card" value={(live.top[0]?.[0] ?? 0).toLocaleString('en-US')} />
          <Fact
            name={`middle of ${live.players.toLocaleString('en-US')}`}
            value={middleTotal(live).toLocaleString('en-US')}
          />
        </dl>
      ) : (
        <p className="soft">Nobody has picked this show.</p>
      )}
    </Poster>
  )
}

function SongOnNow({ live, played, hits }: { live: LiveShow; played: LivePerformance; hits: OwnHits }) {
  const holders = holdersInWords(played)
  return (
    <Poster
      kick="on now"
      aside={
        <>
          <span>{placeInWords(played)}</span> <MinutesIn at={played.at} />
        </>
      }
      title={played.song.name || UNKNOWN_SONG}
      hue={readSetName(played.set) ?? 'soft'}
      ghost={played.position}
    >
      {hits && <OwnCall played={played} hit={hits.get(played) ?? null} />}
      <dl className={styles.facts}>
        {live.players > 0 && (
          <>
            <Fact name="had it" value={shareInWords(played, live)} />
            <Fact name="exact" value={played.exact.toLocaleString('en-US')} />
          </>
        )}
        <Fact
          name={played.gap === null ? 'ever' : 'shows since'}
          value={played.gap === null ? 'first time' : played.gap.toLocaleString('en-US')}
        />
      </dl>
      <p className={clsx(styles.holders, 'soft small')}>{holders ? `called by ${holders}` : ''}</p>
    </Poster>
  )
}

const MINUTE_MS = 60_000
/** Longer than any song; then nobody has noted the next one down. */
const MAX_MINUTES = 60

function MinutesIn({ at }: { at: string | null }) {
  const now = useServerNow(10_000)
  if (at === null) return null
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS)
  if (minutes >= MAX_MINUTES) return null
  return <span className={styles.minutes}>{minutes < 1 ? 'just begun' : `${minutes} min in`}</span>
}

function setsInWords({ performances }: LiveShow): string {
  const sets = new Set(performances.map(({ set }) => set))
  const hasEncore = sets.delete('encore')
  const words = [...(sets.size > 0 ? [counted(sets.size, 'set')] : []), ...(hasEncore ? ['an encore'] : [])]
  return words.join(' and ')
}

/** Half of the players have at least as much. */
function middleTotal({ histogram, players }: LiveShow): number {
  let above = 0
  const middle = unpackHistogram(histogram).find((count) => {
    above += count.players
    return above * 2 >= players
  })
  return middle?.total ?? 0
}

/** The rarest song: of the own hits, else of the show. */
function BestCall({ live, hits }: { live: LiveShow; hits: OwnHits }) {
  const candidates = hits && hits.size > 0 ? [...hits.keys()] : live.performances
  const rarest = candidates.toSorted((one, other) => one.players - other.players)[0]
  if (!rarest || live.players === 0) return null
  const hit = hits?.get(rarest)
  return (
    <p className={clsx(styles.call, 'row-3')}>
      {hit && <HitTile hit={hit} />}
      <span>
        <b className={styles.strong}>{hit ? 'your best call:' : 'the surprise:'}</b>{' '}
        {rarest.song.name || UNKNOWN_SONG}, {ordinal(rarest.position)} in {setInWords(rarest.set)}.{' '}
        {rarest.players === 0 ? 'Nobody had it' : `${shareInWords(rarest, live)} had it`},{' '}
        {gapInWords(rarest.gap)}.
      </span>
    </p>
  )
}
