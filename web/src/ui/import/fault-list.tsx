import type { SourceFault, SourceFaults } from '@called-it/shared/contract/import-checks'
import { t } from '../../lib/words/texts.ts'
import styles from './import.module.css'

/** With the number of those that are not listed. */
export function FaultList({ faults: { count, listed } }: { faults: SourceFaults }) {
  const more = count - listed.length
  return (
    <ul className={styles.faults} aria-label={t('admin.faults')}>
      {listed.map((fault, index) => (
        // Two faults may be the same, and their order stays.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={index}>
          <b>{placeOf(fault)}</b> {fault.message}
        </li>
      ))}
      {more > 0 && <li>{t('admin.more-faults', { count: more })}</li>}
    </ul>
  )
}

function placeOf({ file, row, show, field }: SourceFault): string {
  const parts = [
    file,
    row === null ? null : t('admin.fault-row', { row: String(row) }),
    show === null ? null : t('admin.fault-show', { show }),
    field === null ? null : t('admin.fault-field', { field }),
  ]
  return `${parts.filter((part) => part !== null).join(', ')}:`
}
