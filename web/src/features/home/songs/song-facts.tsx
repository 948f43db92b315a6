import type { SongChanceRow } from '@called-it/shared/contract/chances'
import type { Song } from '@called-it/shared/contract/songs'
import { dateFormat } from '@called-it/shared/languages/formats'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import type { Chances } from '../../../lib/shows/chances.ts'
import { reasonInWords, slotInWords } from '../../../lib/words/chance-words.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { GapBar } from '../../../ui/gap-bar.tsx'
import styles from './pick-help.module.css'

export type ListedSong = Omit<Song, 'slug'>

export function SongFacts({ chances, song }: { chances: Chances; song: ListedSong }) {
  const played = chances.ofSongs.get(song.id)
  return (
    <>
      {played && (
        <dl className={styles.facts}>
          {factsOf(played, chances).map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      <Link to={paths.song(song)} className={clsx(styles.link, 'row small')}>
        {t('home.all-plays', { song: song.name })}
      </Link>
    </>
  )
}

function factsOf(played: SongChanceRow, chances: Chances): (readonly [string, ReactNode])[] {
  const { reasons, gap, usual_gap, last, tour, venue, usual } = played
  const { tour_shows, venue_shows } = chances
  const show = chances.shows[last]
  const facts: (readonly [string, ReactNode] | null)[] = [
    reasons.length > 0
      ? [t('home.why'), reasons.map((reason) => reasonInWords(reason, played, chances)).join('; ')]
      : null,
    [
      t('home.gap'),
      <>
        {usual_gap === null ? gap : <Rich id="home.gap-usual" gap={gap} usual={usual_gap} />}{' '}
        <GapBar gap={gap} usual={usual_gap} className={styles.factGap} />
      </>,
    ],
    show ? [t('home.last-played'), [dayInWords(show.date), show.venue, show.location].join(', ')] : null,
    tour_shows > 0 ? [t('home.this-tour'), t('home.of-shows', { plays: tour, shows: tour_shows })] : null,
    usual ? [t('home.usual-place'), slotInWords(usual)] : null,
    venue_shows > 0 ? [t('home.at-venue'), t('home.of-shows', { plays: venue, shows: venue_shows })] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

function dayInWords(day: string): string {
  const format = dateFormat(t.language, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(day))
}
