import type { SongPage } from '@called-it/shared/contract/song-pages'
import { usualGap } from '@called-it/shared/game/usual-gap'
import clsx from 'clsx'
import { smallSetLabel } from '../../lib/shows/set-labels.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { inPercent } from '../../lib/words/percent.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { hueClass } from '../../ui/hue.tsx'
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
    <Card
      heading={t('song.by-year')}
      note={first === last ? first : t('song.years', { first: `${first}`, last: `${last}` })}
    >
      <ol
        aria-hidden
        className={styles.years}
        data-density={densityOf(years.length)}
        style={{ gridTemplateColumns: `repeat(${years.length}, minmax(0, 5rem))` }}
      >
        {years.map(({ year, plays }) => (
          <li
            key={year}
            className={clsx(styles.year, 'row')}
            title={t('song.year-plays', { year: `${year}`, plays })}
            data-most={plays === most || undefined}
          >
            <span className={styles.count}>{plays}</span>
            <span className={styles.bar} style={{ height: `calc((100% - 3rem) * ${plays / most})` }} />
            <span className={styles.label}>{year % step === 0 && year}</span>
          </li>
        ))}
      </ol>
      {stored < plays && <p className="soft small">{t('song.stored', { stored, plays })}</p>}
      <div className="visually-hidden">
        <Table
          caption={t('song.by-year')}
          rows={years}
          rowKey={({ year }) => year}
          columns={[
            { header: t('song.year'), cell: ({ year }) => year, isRowHeader: true },
            { header: t('song.year-count'), cell: ({ plays }) => plays },
          ]}
        />
      </div>
    </Card>
  )
}

const SHOWN = 30
/** In usual gaps; a longer one is cut, so that it does not flatten the others. */
const HIGHEST = 4

export function GapCard({ gaps }: { gaps: readonly number[] }) {
  const usual = usualGap(gaps)
  if (usual === null) return null
  const longest = Math.max(...gaps)
  const shown = gaps.slice(-SHOWN)
  const top = Math.max(1, Math.min(Math.max(...shown), HIGHEST * Math.max(usual, 1)))
  const height = (gap: number) => `${Math.min(100, (100 * gap) / top)}%`
  return (
    <Card heading={t('song.gaps')}>
      <dl className={styles.numbers}>
        <div>
          <dt>{t('song.usual')}</dt>
          <dd>{formatNumber(usual)}</dd>
        </div>
        <div>
          <dt>{t('song.longest')}</dt>
          <dd>{formatNumber(longest)}</dd>
        </div>
      </dl>
      <div aria-hidden className={styles.gaps}>
        {shown.map((gap, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that a gap has
            key={index}
            className={styles.gap}
            title={t('song.gap-of', { gap: `${gap}` })}
            data-cut={gap > top || undefined}
          >
            <span className={styles.bar} style={{ height: height(gap) }} />
          </span>
        ))}
        <span className={styles.usual} style={{ bottom: height(usual) }} />
      </div>
      <p aria-hidden className="soft small">
        {t('song.gaps-key', { count: shown.length })}
      </p>
      <p className="visually-hidden">{t('song.last-gaps', { gaps: shown.join(', ') })}</p>
    </Card>
  )
}

type SetPlays = SongPage['sets'][number]

const hueOf = ({ set }: SetPlays) => hueClass(set === 'further' ? 'soft' : set)

export function SetShares({ sets }: { sets: readonly SetPlays[] }) {
  const all = sets.reduce((sum, { plays }) => sum + plays, 0)
  return (
    <Card heading={t('song.sets')}>
      <div aria-hidden className={styles.shares}>
        {sets.map((entry) => (
          <span key={entry.set} className={hueOf(entry)} style={{ flexGrow: entry.plays }} />
        ))}
      </div>
      <ul className={clsx(styles.sets, 'stack-2')}>
        {sets.map((entry) => (
          <li key={entry.set} className={hueOf(entry)}>
            <span className={styles.set}>
              {entry.set === 'further' ? t('song.other-sets') : smallSetLabel(entry.set)}
            </span>{' '}
            <b>{inPercent(entry.plays / all)}</b>{' '}
            <span className="soft small">{formatNumber(entry.plays)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
