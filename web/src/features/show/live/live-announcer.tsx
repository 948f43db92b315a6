import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { useState } from 'react'
import { type LiveStage, newestOf } from '../../../lib/live/live-stage.ts'
import type { Moment } from '../../../lib/live/moments.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { placeInWords } from '../../../lib/live/song-words.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { t } from '../../../lib/words/texts.ts'

type LiveAnnouncerProps = {
  live: LiveShow
  stage: LiveStage
  own: OwnCard | null
  hits: OwnHits
  /** Of the newest step. */
  moments: readonly Moment[]
}

/** For screen readers: each new song with the own hit, and each new stage. Not what was there when the page opened. */
export function LiveAnnouncer(props: LiveAnnouncerProps) {
  const news = [inWords(props), ...props.moments.map(momentInWords)].join(' ')
  const [atStart] = useState(news)
  return (
    <p role="status" className="visually-hidden">
      {news === atStart ? '' : news}
    </p>
  )
}

function inWords({ live, stage, own, hits }: LiveAnnouncerProps): string {
  const newest = newestOf(live)
  if (stage === 'break') return t('live.say-break')
  if (stage === 'ended') return t('live.say-over')
  if (stage === 'final') return own ? t('live.say-points', { points: own.score.total }) : t('live.say-final')
  if (!newest) return ''
  const song = t('live.say-now', { place: placeInWords(newest), song: newest.song.name || unknownSong() })
  const hit = hits?.get(newest)
  if (!hit || !own) return song
  return `${song} ${t('live.say-called', { points: hit.points, total: own.score.total })}`
}

function momentInWords(moment: Moment): string {
  if (moment.kind === 'lead') return t('live.say-lead')
  if (moment.kind === 'full set') return t('live.say-full', { set: moment.set })
  return t('live.say-bust-out', { gap: moment.gap })
}
