import { counted } from '@called-it/shared/contract/counted'
import type { CatalogueChange, ImportCheck } from '@called-it/shared/contract/import-checks'
import clsx from 'clsx'
import { useState } from 'react'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCheckImport, useImportCatalogue } from '../tools/tool-run-requests.ts'
import { FaultList } from './fault-list.tsx'
import styles from './import.module.css'
import { ImportQuestion } from './import-question.tsx'

/** @param isBlocked another import runs */
export function ImportTool({ isBlocked }: { isBlocked: boolean }) {
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const checking = useCheckImport(setCheck)
  const importing = useImportCatalogue()
  return (
    <div className="buttons">
      <Button
        busy={importing.isRunning}
        busyText="importing..."
        disabled={isBlocked && !importing.isRunning}
        onClick={importing.start}
      >
        import the catalogue
      </Button>
      <Button variant="quiet" busy={checking.isRunning} busyText="checking..." onClick={checking.start}>
        check
      </Button>
      <ImportQuestion asked={importing} />
      <Dialog
        open={check !== null}
        onOpenChange={(open) => !open && setCheck(null)}
        title="check of the import"
        description="What the source has now. Nothing was stored."
        size="l"
      >
        {check && <CheckedImport check={check} />}
      </Dialog>
    </div>
  )
}

function CheckedImport({ check }: { check: ImportCheck }) {
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
              <b>{show}</b> {formatNumber(moved)} of {counted(predictions, 'fan')}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function namesOf({ names, count }: CatalogueChange): string {
  const more = count - names.length
  return `${names.join('; ')}${more > 0 ? `, and ${formatNumber(more)} more` : ''}`
}

function describeScores({ moved, shows }: ImportCheck['scores']): string {
  return `With the setlists imported and scored again, ${counted(moved, 'score')} of ${counted(shows, 'show')} would change.`
}
