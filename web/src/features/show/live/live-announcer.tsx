import { counted } from '@called-it/shared/contract/counted'
import type { LiveShow } from '@called-it/shared/contract/live-shows'
import { useState } from 'react'
import { type LiveStage, newestOf } from '../../../lib/live/live-stage.ts'
import type { Moment } from '../../../lib/live/moments.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { placeInWords, setInWords } from '../../../lib/live/song-words.ts'
import { UNKNOWN_SONG } from '../../../lib/shows/filled-slots.ts'

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
  if (stage === 'break') return 'Set break.'
  if (stage === 'ended') return 'The show is over. Waiting for the final score.'
  if (stage === 'final') return own ? `Final: ${counted(own.score.total, 'point')}.` : 'The score is final.'
  if (!newest) return ''
  const song = `On now, ${placeInWords(newest)}: ${newest.song.name || UNKNOWN_SONG}.`
  const hit = hits?.get(newest)
  return hit && own ? `${song} You called it, +${hit.points}, ${counted(own.score.total, 'point')}.` : song
}

function momentInWords(moment: Moment): string {
  if (moment.kind === 'lead') return 'You took the lead.'
  if (moment.kind === 'full set') return `Full set: all your picks of ${setInWords(moment.set)} were played.`
  return `Bust-out, first time in ${counted(moment.gap, 'show')}.`
}
