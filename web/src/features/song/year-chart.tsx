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

export function YearChart({ years }: { years: Years }) {
  const [first, last] = [years.at(0)?.year, years.at(-1)?.year]
  const most = Math.max(...years.map(({ plays }) => plays))
  const step = yearStep(years.length)
  return (
    <Card heading="plays by year" note={first === last ? first : `${first} to ${last}`}>
      <ol
        aria-hidden
        className={styles.years}
        data-density={densityOf(years.length)}
        style={{ gridTemplateColumns: `repeat(${years.length}, minmax(0, 1fr))` }}
      >
        {years.map(({ year, plays }) => (
          <li
            key={year}
            className={styles.year}
            title={`${year}: ${counted(plays, 'play')}`}
            data-most={plays === most || undefined}
          >
            <span className={styles.count}>{plays}</span>
            <span className={styles.bar} style={{ height: `${(100 * plays) / most}%` }} />
            <span className={styles.label}>{year % step === 0 && year}</span>
          </li>
        ))}
      </ol>
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
