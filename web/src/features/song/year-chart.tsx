import { counted } from '@called-it/shared/contract/counted'
import type { SongPage } from '@called-it/shared/contract/song-pages'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './charts.module.css'

type Years = SongPage['years']

/** Years between two labels, so that 40 of them fit a phone. */
function yearStep(years: number): number {
  if (years <= 8) return 1
  if (years <= 16) return 2
  return years <= 40 ? 5 : 10
}

function densityOf(years: number): string {
  if (years <= 12) return 'few'
  return years <= 28 ? 'some' : 'many'
}

export function YearChart({ years, plays }: { years: Years; plays: number }) {
  const [first, last] = [years.at(0)?.year, years.at(-1)?.year]
  const most = Math.max(...years.map(({ plays }) => plays))
  const stored = years.reduce((sum, year) => sum + year.plays, 0)
  const step = yearStep(years.length)
  return (
    <Card heading="plays by year" note={first === last ? first : `${first} to ${last}`}>
      <ol
        aria-hidden
        className={styles.years}
        data-density={densityOf(years.length)}
        style={{ gridTemplateColumns: `repeat(${years.length}, minmax(0, 5rem))` }}
      >
        {years.map(({ year, plays }) => (
          <li
            key={year}
            className={styles.year}
            title={`${year}: ${counted(plays, 'play')}`}
            data-most={plays === most || undefined}
          >
            <span className={styles.count}>{plays}</span>
            <span className={styles.bar} style={{ height: `calc((100% - 3rem) * ${plays / most})` }} />
            <span className={styles.label}>{year % step === 0 && year}</span>
          </li>
        ))}
      </ol>
      {stored < plays && (
        <p className="soft small">
          {stored.toLocaleString('en-US')} of {counted(plays, 'play')}: those with a stored setlist
        </p>
      )}
      <div className="visually-hidden">
        <Table
          caption="plays by year"
          rows={years}
          rowKey={({ year }) => year}
          columns={[
            { header: 'year', cell: ({ year }) => year, isRowHeader: true },
            { header: 'plays', cell: ({ plays }) => plays },
          ]}
        />
      </div>
    </Card>
  )
}
