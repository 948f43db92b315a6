import type { TourPage } from '@called-it/shared/contract/tour-pages'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { smallSetLabel } from '../../lib/shows/set-labels.ts'
import { plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './tour-page.module.css'

const SHOWN = 10

/** What was played how often, and what after how long. */
export function TourSongs({ page }: { page: TourPage }) {
  const { songs, openers, closers, bust_outs, debuts, rests } = page.statistics
  const dates = new Map(page.shows.map(({ id, date }) => [id, date]))
  const dateOf = (show: number) => shortDate(dates.get(show) ?? '')
  const rowsOf = { names: page.names }
  return (
    <div className={styles.columns}>
      <SongRows
        {...rowsOf}
        heading={t('tour.songs')}
        rows={songs}
        fact={({ plays }) => t('tour.count-shows', { count: plays })}
      />
      <SongRows {...rowsOf} heading={t('tour.openers')} rows={openers} fact={placeOf} />
      <SongRows {...rowsOf} heading={t('tour.closers')} rows={closers} fact={placeOf} />
      <SongRows
        {...rowsOf}
        heading={t('tour.debuts')}
        rows={debuts}
        fact={({ show }) => t('tour.on', { date: dateOf(show) })}
      />
      <SongRows
        {...rowsOf}
        heading={t('tour.bust-outs')}
        rows={bust_outs}
        fact={({ gap }) => t('tour.after', { gap })}
        note={({ show, last }) => t('tour.on-last', { date: dateOf(show), last: plainDate(last) })}
      />
      <SongRows
        {...rowsOf}
        heading={t('tour.rests')}
        rows={rests}
        fact={({ shows }) => t('tour.not-for', { shows })}
        note={({ last }) => t('tour.last-on', { last: plainDate(last) })}
      />
    </div>
  )
}

type Placed = TourPage['statistics']['openers'][number]

const placeOf = ({ set, plays }: Placed) => t('tour.placed', { set: smallSetLabel(set), plays })

type SongRowsProps<Row extends { song: number }> = Pick<TourPage, 'names'> & {
  heading: string
  rows: readonly Row[]
  fact: (row: Row) => ReactNode
  note?: (row: Row) => ReactNode
}

function SongRows<Row extends { song: number }>({ names, heading, rows, fact, note }: SongRowsProps<Row>) {
  const { first, more } = useFirst(rows, SHOWN, t('tour.more', { heading }))
  if (rows.length === 0) return null
  return (
    <Card heading={heading} note={rows.length}>
      <LinkedRows>
        {first.map((row, index) => (
          // A song may be there for two sets, and twice as a bust-out.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are in a fixed order
          <LinkedRow key={`${row.song} ${index}`}>
            <RowLink to={paths.song({ id: row.song })}>{names[row.song]}</RowLink>
            <span className="soft small">{fact(row)}</span>
            {note && <span className="soft small">{note(row)}</span>}
          </LinkedRow>
        ))}
      </LinkedRows>
      {more}
    </Card>
  )
}
