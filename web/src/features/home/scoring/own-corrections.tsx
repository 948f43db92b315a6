import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import { songChangeInWords } from '@called-it/shared/notifications/song-change-words'
import { CorrectionOrigin } from '../../../ui/correction-origin.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import styles from './own-corrections.module.css'

/** How later scorings changed the points, newest first. */
export function OwnCorrections({ corrections }: { corrections: readonly OwnCorrection[] }) {
  if (corrections.length === 0) return null
  return (
    <section aria-label="Corrections">
      <Disclosure title="corrections">
        {corrections.map((correction) => (
          <CorrectedSongs key={correction.at} correction={correction} />
        ))}
      </Disclosure>
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
