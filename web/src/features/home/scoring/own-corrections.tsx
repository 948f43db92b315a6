import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import { songChangeInWords } from '@called-it/shared/notifications/song-change-words'
import { useId } from 'react'
import { CorrectionOrigin } from '../../../ui/correction-origin.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import styles from './own-corrections.module.css'

/** How later scorings changed the points, newest first; the newest is open. */
export function OwnCorrections({ corrections }: { corrections: readonly OwnCorrection[] }) {
  const headingId = useId()
  const [newest, ...older] = corrections
  if (!newest) return null
  return (
    <section aria-labelledby={headingId} className={styles.corrections}>
      <h3 id={headingId}>Corrections</h3>
      <CorrectedSongs correction={newest} />
      {older.length > 0 && (
        <Disclosure title="earlier corrections">
          {older.map((correction) => (
            <CorrectedSongs key={correction.at} correction={correction} />
          ))}
        </Disclosure>
      )}
    </section>
  )
}

function CorrectedSongs({ correction: { at, source, before, after, songs } }: { correction: OwnCorrection }) {
  return (
    <div className={styles.correction}>
      <CorrectionOrigin at={at} source={source} />
      <p className={styles.totals}>
        {before} <span aria-hidden>→</span>
        <span className="visually-hidden">to</span> {after} <span className={styles.unit}>pts</span>
      </p>
      <Table
        caption="points by song, before and after the correction"
        columns={COLUMNS}
        rows={songs}
        rowKey={({ id }) => id}
      />
    </div>
  )
}

const COLUMNS: readonly TableColumn<OwnCorrection['songs'][number]>[] = [
  { header: 'song', isRowHeader: true, cell: ({ name }) => <b>{name}</b> },
  { header: 'before', cell: ({ pointsBefore }) => pointsBefore },
  { header: 'after', cell: ({ pointsAfter }) => <b>{pointsAfter}</b> },
  { header: 'what happened', cell: songChangeInWords },
]
