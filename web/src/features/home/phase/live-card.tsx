import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { useEffect, useState } from 'react'
import { withJitter } from '../../../lib/events/jitter.ts'
import { cardSlots } from '../../../lib/live/card-slots.ts'
import { newestOf, readSetName, stageOf } from '../../../lib/live/live-stage.ts'
import { type OwnCard, useOwnCard } from '../../../lib/live/own-card.ts'
import { hitsByPerformance } from '../../../lib/live/paid-performances.ts'
import { phaseInWords } from '../../../lib/live/phase-in-words.ts'
import { hitInWords, placeInWords } from '../../../lib/live/song-words.ts'
import { useLiveShow } from '../../../lib/live/use-live-show.ts'
import { paths } from '../../../lib/paths.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { hueClass } from '../../../ui/hue.tsx'
import { TileStrip } from '../../../ui/night/tile-strip.tsx'
import { OwnPoints } from './own-points.tsx'
import styles from './phase-stage.module.css'
import { type PhaseCardProps, PhaseStage } from './phase-stage.tsx'

type LiveCardProps = PhaseCardProps & {
  /** While the page was open. */
  beganNow: boolean
}

/** From the first song until the show is final. */
export function LiveCard({ show, main, beganNow }: LiveCardProps) {
  const isDue = useSpreadOut(beganNow)
  const { data: live } = useLiveShow(show.id, { enabled: isDue })
  const own = useOwnCard(show, live)
  return (
    <>
      <PhaseStage
        label={t('home.on-now')}
        above={
          <>
            <span className={styles.lamp}>{phaseInWords(show, live)}</span>
            <span>{show.location}</span>
          </>
        }
        title={show.venue}
        number={own && <OwnPoints own={own} words={t('home.points-so-far', { count: own.score.total })} />}
        tiles={own && live && <OwnTiles show={show} own={own} live={live} />}
        actions={
          <ButtonLink variant={main} size="l" to={paths.show(show.id)}>
            {t('home.open-show')}
          </ButtonLink>
        }
      />
      {live && <OnNow show={show} live={live} own={own} />}
    </>
  )
}

/** All pages see the show begin in one moment, and must not ask for it in one. */
function useSpreadOut(isSpread: boolean): boolean {
  const [isDue, setIsDue] = useState(!isSpread)
  useEffect(() => (isDue ? undefined : withJitter(() => setIsDue(true))), [isDue])
  return isDue
}

function OwnTiles({ show, own, live }: { show: Show; own: OwnCard; live: LiveShow }) {
  return <TileStrip slots={cardSlots(own, live, stageOf(show, live))} />
}

/** The newest song, and what it brought. */
function OnNow({ show, live, own }: { show: Show; live: LiveShow; own: OwnCard | null }) {
  const song = newestOf(live)
  if (!song) return null
  const hit = own && hitsByPerformance(own.score.hits, live.performances).get(song)
  const isOn = stageOf(show, live) === 'live'
  return (
    <Card
      heading={song.song.name}
      note={t(isOn ? 'home.song-now' : 'home.song-last', { place: placeInWords(song) })}
      className={hueClass(readSetName(song.set) ?? 'soft')}
    >
      {own && (
        <p>
          {hit ? (
            <Rich id="home.called" how={hitInWords(hit, song)} />
          ) : (
            <span className="soft">{t('home.not-picked')}</span>
          )}
        </p>
      )}
    </Card>
  )
}
