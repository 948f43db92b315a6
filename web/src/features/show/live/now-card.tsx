import { counted } from '@called-it/shared/contract/counted'
import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { countPicks } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { isOver, type LiveStage, newestOf, readSetName } from '../../../lib/live/live-stage.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { lastPlayedInWords, pickedInWords, placeInWords, setInWords } from '../../../lib/live/song-words.ts'
import { paths } from '../../../lib/paths.ts'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { BestCall } from './best-call.tsx'
import styles from './poster.module.css'
import { OwnCall, Poster } from './poster.tsx'

type NowCardProps = {
  show: Show
  live: LiveShow
  stage: LiveStage
  own: OwnCard | null
  hits: OwnHits
  /** Shows since the song on now was played, while that is loud. */
  bustOut: number | undefined
}

export function NowCard({ show, live, stage, own, hits, bustOut }: NowCardProps) {
  const newest = newestOf(live)
  const isOnDevice = useIsOnDevice()
  if (stage === 'locked' || !newest) {
    const notice = noticeInWords({ ...show, is_open: false }, isOnDevice)
    return (
      <Poster
        kick="picks are closed"
        aside={show.starts_at !== null && startInWords(show, isOnDevice)}
        title="the band is not on yet"
      >
        {notice ? (
          <p role="status">{notice}</p>
        ) : (
          <p className="soft">
            {own
              ? `You have ${counted(countPicks(own.picks), 'pick')} in. They fill in here, song by song.`
              : 'The songs appear here as they are played.'}
          </p>
        )}
        {own && (
          <div className={clsx(styles.buttons, 'buttons')}>
            <ShareButton showId={show.id} />
          </div>
        )}
      </Poster>
    )
  }
  if (isOver(stage)) return <OverCard show={show} live={live} stage={stage} own={own} hits={hits} />
  if (stage === 'live') return <SongOnNow live={live} played={newest} hits={hits} bustOut={bustOut} />
  return (
    <Poster
      kick="set break"
      aside={`${counted(live.performances.length, 'song')} so far`}
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

/** In the box of the song, as high. */
function OverCard({ show, live, stage, own, hits }: Omit<NowCardProps, 'bustOut'>) {
  const played = `${counted(live.performances.length, 'song')}, ${setsInWords(live)}`
  const isFinal = stage === 'final'
  const hasWon = own?.rank === 1 && own.score.total > 0
  const place = own && isFinal && (hasWon ? 'you won the night' : `you came #${numbers(own.rank)}`)
  return (
    <Poster
      kick={isFinal ? 'final' : 'that was it'}
      aside={isFinal ? '' : 'waiting for the final score'}
      title={place || played}
    >
      {!own && <BestCall live={live} hits={hits} />}
      {!(isFinal && !own && live.players > 0) && (
        <p key={stage} className="soft">
          {place && `${played}. `}
          {live.players > 0
            ? `best ${numbers(live.top[0]?.[0] ?? 0)}, median ${numbers(medianOf(live))}.`
            : 'Nobody has picked this show.'}
        </p>
      )}
      {isFinal && (
        <div className={clsx(styles.buttons, 'buttons')}>
          {own && <ShareButton variant="main" size="l" showId={show.id} />}
          <ButtonLink size={own ? 'l' : 'm'} to={paths.replay(show.id)}>
            replay
          </ButtonLink>
        </div>
      )}
    </Poster>
  )
}

type SongOnNowProps = { live: LiveShow; played: LivePerformance; hits: OwnHits; bustOut: number | undefined }

function SongOnNow({ live, played, hits, bustOut }: SongOnNowProps) {
  const facts = [
    lastPlayedInWords(played.gap),
    ...(live.players > 0 ? [pickedInWords(played, live)] : []),
    ...(bustOut === undefined ? [] : [placeInWords(played)]),
  ]
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
      loud={
        bustOut !== undefined && (
          <>
            <b>bust-out</b> first time in {counted(bustOut, 'show')}
          </>
        )
      }
    >
      {hits && <OwnCall played={played} hit={hits.get(played) ?? null} isAnybodys={played.players > 0} />}
      <p className={clsx(styles.facts, 'soft small')}>{facts.join(' · ')}</p>
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
function medianOf({ histogram, players }: LiveShow): number {
  let above = 0
  const middle = unpackHistogram(histogram).find((count) => {
    above += count.players
    return above * 2 >= players
  })
  return middle?.total ?? 0
}

const numbers = (count: number) => formatNumber(count)
