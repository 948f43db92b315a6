import { counted } from '@called-it/shared/contract/counted'
import type { CatalogueChange, ImportCheck } from '@called-it/shared/contract/import-checks'
import clsx from 'clsx'
import { Notice } from '../../../ui/notice.tsx'
import { FaultList } from './fault-list.tsx'
import styles from './import.module.css'

export function CheckedImport({ check }: { check: ImportCheck }) {
  const { faults, refusal, question } = check
  return (
    <div className={clsx(styles.check, 'stack-4')}>
      {refusal !== null && (
        <Notice tone="danger" title="An import would be refused">
          {refusal}
        </Notice>
      )}
      {question !== null && (
        <Notice tone="warning" title="An import would ask">
          {question}
        </Notice>
      )}
      <section>
        <h3>faults</h3>
        {faults.count === 0 ? <p>None.</p> : <p>{counted(faults.count, 'fault')}:</p>}
        {faults.count > 0 && <FaultList faults={faults} />}
      </section>
      {refusal === null && <Effect check={check} />}
    </div>
  )
}

function Effect({ check: { changes, scores } }: { check: ImportCheck }) {
  return (
    <>
      <section>
        <h3>changes</h3>
        {changes.length === 0 && <p>No song, tour or show would change.</p>}
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={`${change.noun} ${change.change}`}>
              <b>
                {change.change}: {counted(change.count, change.noun)}
              </b>{' '}
              {namesOf(change)}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>scores</h3>
        <p>{scores.moved === 0 ? 'No score would change.' : describeScores(scores)}</p>
        <ul className={styles.changes}>
          {scores.listed.map(({ show, moved, predictions }, index) => (
            // A band may play twice a day at one venue.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <b>{show}</b> {moved.toLocaleString('en-US')} of {counted(predictions, 'fan')}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function namesOf({ names, count }: CatalogueChange): string {
  const more = count - names.length
  return `${names.join('; ')}${more > 0 ? `, and ${more.toLocaleString('en-US')} more` : ''}`
}

function describeScores({ moved, shows }: ImportCheck['scores']): string {
  return `With the setlists imported and scored again, ${counted(moved, 'score')} of ${counted(shows, 'show')} would change.`
}
