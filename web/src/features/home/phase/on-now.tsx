import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { newestOf, readSetName, stageOf } from '../../../lib/live/live-stage.ts'
import type { OwnCard } from '../../../lib/live/own-card.ts'
import { hitsByPerformance } from '../../../lib/live/paid-performances.ts'
import { hitInWords, placeInWords } from '../../../lib/live/song-words.ts'
import { Card } from '../../../ui/card.tsx'
import { hueClass } from '../../../ui/hue.tsx'

/** The newest song, and what it brought. */
export function OnNow({ show, live, own }: { show: Show; live: LiveShow; own: OwnCard | null }) {
  const song = newestOf(live)
  if (!song) return null
  const hit = own && hitsByPerformance(own.score.hits, live.performances).get(song)
  const isOn = stageOf(show, live) === 'live'
  return (
    <Card
      heading={song.song.name}
      note={`${isOn ? 'on now' : 'played last'} · ${placeInWords(song)}`}
      className={hueClass(readSetName(song.set) ?? 'soft')}
    >
      {own && (
        <p>
          {hit ? (
            <>
              <b>you called it,</b> {hitInWords(hit, song)}
            </>
          ) : (
            <span className="soft">not in your picks</span>
          )}
        </p>
      )}
    </Card>
  )
}
