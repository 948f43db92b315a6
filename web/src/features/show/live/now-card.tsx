import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { countPicks } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { isOver, type LiveStage, newestOf, readSetName } from '../../../lib/live/live-stage.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { lastPlayedInWords, pickedInWords, placeInWords } from '../../../lib/live/song-words.ts'
import { paths } from '../../../lib/paths.ts'
import { useIsOnDevice } from '../../../lib/served-view.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { startInWords } from '../../../lib/shows/venue-time.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
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
        kick={t('live.locked')}
        aside={show.starts_at !== null && startInWords(show, isOnDevice)}
        title={t('live.band-not-on')}
      >
        {notice ? (
          <p role="status">{notice}</p>
        ) : (
          <p className="soft">
            {own ? t('live.picks-in', { picks: countPicks(own.picks) }) : t('live.songs-appear')}
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
      kick={t('live.break')}
      aside={t('live.songs-so-far', { songs: live.performances.length })}
      title={t('live.next-set', { set: live.openSet ?? 'encore' })}
      hue={readSetName(live.openSet ?? '') ?? 'soft'}
    >
      <p className="soft">
        <Rich
          id="live.closed-with"
          set={smallSetLabel(newest.set)}
          song={<b className={styles.strong}>{newest.song.name || unknownSong()}</b>}
        />
      </p>
    </Poster>
  )
}

/** In the box of the song, as high. */
function OverCard({ show, live, stage, own, hits }: Omit<NowCardProps, 'bustOut'>) {
  const played = playedInWords(live)
  const isFinal = stage === 'final'
  const hasWon = own?.rank === 1 && own.score.total > 0
  const place = own && isFinal && (hasWon ? t('live.you-won') : t('live.you-came', { rank: own.rank }))
  return (
    <Poster
      kick={t(isFinal ? 'live.final' : 'live.that-was-it')}
      aside={isFinal ? '' : t('live.waits-final')}
      title={place || played}
    >
      {!own && <BestCall live={live} hits={hits} />}
      {!(isFinal && !own && live.players > 0) && (
        <p key={stage} className="soft">
          {place && `${played}. `}
          {live.players > 0
            ? t('live.best-median', { best: live.top[0]?.[0] ?? 0, median: medianOf(live) })
            : t('live.nobody-played')}
        </p>
      )}
      {isFinal && (
        <div className={clsx(styles.buttons, 'buttons')}>
          {own && <ShareButton variant="main" size="l" showId={show.id} />}
          <ButtonLink size={own ? 'l' : 'm'} to={paths.replay(show.id)}>
            {t('live.replay')}
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
      kick={t('live.on-now')}
      aside={
        <>
          <span>{placeInWords(played)}</span> <MinutesIn at={played.at} />
        </>
      }
      title={played.song.name || unknownSong()}
      hue={readSetName(played.set) ?? 'soft'}
      ghost={played.position}
      loud={bustOut !== undefined && <Rich id="live.bust-out" gap={bustOut} />}
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
  return (
    <span className={styles.minutes}>
      {minutes < 1 ? t('live.just-begun') : t('live.minutes-in', { minutes })}
    </span>
  )
}

function playedInWords({ performances }: LiveShow): string {
  const sets = new Set(performances.map(({ set }) => set))
  const hasEncore = sets.delete('encore')
  return t(hasEncore ? 'live.played-encore' : 'live.played', { songs: performances.length, sets: sets.size })
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
