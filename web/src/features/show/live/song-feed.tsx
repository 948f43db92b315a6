import type { LivePerformance, LiveShow } from '@called-it/shared/contract/live-shows'
import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isOver, type LiveStage, readSetName } from '../../../lib/live/live-stage.ts'
import type { OwnHits } from '../../../lib/live/paid-performances.ts'
import { holdersInWords, lastPlayedInWords, pickedInWords, shareOf } from '../../../lib/live/song-words.ts'
import { paths } from '../../../lib/paths.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { HitPoints } from '../../../ui/night/tile.tsx'
import styles from './song-feed.module.css'

const SHOWN = 8

type SongFeedProps = {
  live: LiveShow
  stage: LiveStage
  hits: OwnHits
  /** Else as it was played. */
  isNewestFirst: boolean
}

export function SongFeed({ live, stage, hits, isNewestFirst }: SongFeedProps) {
  const [showsAll, setShowsAll] = useState(false)
  const over = isOver(stage)
  const inOrder = isNewestFirst ? live.performances.toReversed() : live.performances
  const isShort = isNewestFirst && !showsAll && inOrder.length > SHOWN
  const shown = isShort ? inOrder.slice(0, SHOWN) : inOrder
  const now = stage === 'live' ? inOrder[0] : undefined
  return (
    <Card
      id="songs"
      heading={t('live.songs')}
      note={over ? inOrder.length : t('live.so-far', { count: inOrder.length })}
      className={clsx(!isNewestFirst && styles.whole)}
    >
      {inOrder.length === 0 && <p className="soft">{t('live.newest-first')}</p>}
      {live.players > 0 && inOrder.length > 0 && (
        <p aria-hidden className={clsx(styles.key, 'row soft small')}>
          <span className={styles.keyBar} /> {t('live.share-key')}
        </p>
      )}
      <div className={styles.sets}>
        {[...Map.groupBy(shown, ({ set }) => set)].map(([set, songs]) => (
          <div key={set} className={hueClass(readSetName(set) ?? 'soft')}>
            <h3 className={styles.set}>{smallSetLabel(set)}</h3>
            <ol className="stack">
              {songs.map((played) => (
                <Song
                  key={played.sequence}
                  played={played}
                  live={live}
                  hits={hits}
                  isNow={played === now}
                  hasLink={over}
                />
              ))}
            </ol>
          </div>
        ))}
      </div>
      {isShort && (
        <Button ref={passFocusOn} wide className={styles.more} onClick={() => setShowsAll(true)}>
          {t('live.all-songs', { count: inOrder.length })}
        </Button>
      )}
    </Card>
  )
}

type SongProps = { played: LivePerformance; live: LiveShow; hits: OwnHits; isNow: boolean; hasLink: boolean }

function Song({ played, live, hits, isNow, hasLink }: SongProps) {
  const hit = hits?.get(played)
  const holders = holdersInWords(played)
  return (
    <li value={played.position} className={styles.song} aria-current={isNow || undefined}>
      <span aria-hidden className={styles.position}>
        {played.position}
      </span>
      <div className={styles.facts}>
        <b className={styles.name}>
          {hasLink && played.song.name ? (
            <Link to={paths.song(played.song)} className={styles.link}>
              {played.song.name}
            </Link>
          ) : (
            played.song.name || unknownSong()
          )}
        </b>
        {hit && <HitPoints hit={hit} />}
        {live.players > 0 && (
          <span aria-hidden className={styles.track}>
            <span
              className={styles.bar}
              style={{ transform: `scaleX(${shareOf(played.players, live.players)})` }}
            />
          </span>
        )}
        <span className={clsx(styles.line, 'soft tabular')}>
          {live.players > 0 && `${pickedInWords(played, live)} · `}
          {lastPlayedInWords(played.gap)}
        </span>
        {holders && <span className={clsx(styles.line, 'soft tabular')}>{holders}</span>}
      </div>
    </li>
  )
}
