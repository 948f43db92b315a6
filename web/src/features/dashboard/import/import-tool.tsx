import type { CatalogueChange, ImportCheck } from '@called-it/shared/contract/import-checks'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { useState } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCheckImport, useImportCatalogue } from '../tools/tool-run-requests.ts'
import { FaultList } from './fault-list.tsx'
import styles from './import.module.css'
import { ImportQuestion } from './import-question.tsx'

const CHANGES = {
  new: 'admin.is-new',
  changed: 'admin.is-changed',
  renamed: 'admin.is-renamed',
  retired: 'admin.is-retired',
  'proposed as renamed': 'admin.is-proposed',
  vanished: 'admin.is-vanished',
} as const satisfies Record<CatalogueChange['change'], PlainId>

/** @param isBlocked another import runs */
export function ImportTool({ isBlocked }: { isBlocked: boolean }) {
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const checking = useCheckImport(setCheck)
  const importing = useImportCatalogue()
  return (
    <div className="buttons">
      <Button
        busy={importing.isRunning}
        busyText={t('admin.importing')}
        disabled={isBlocked && !importing.isRunning}
        onClick={importing.start}
      >
        {t('admin.import')}
      </Button>
      <Button
        variant="quiet"
        busy={checking.isRunning}
        busyText={t('admin.checking')}
        onClick={checking.start}
      >
        {t('admin.check')}
      </Button>
      <ImportQuestion asked={importing} />
      <Dialog
        open={check !== null}
        onOpenChange={(open) => !open && setCheck(null)}
        title={t('admin.check-title')}
        description={t('admin.check-hint')}
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
        <Notice tone="danger" title={t('admin.refused')}>
          {refusal}
        </Notice>
      )}
      {question !== null && (
        <Notice tone="warning" title={t('admin.would-ask')}>
          {question}
        </Notice>
      )}
      <section>
        <h3>{t('admin.faults')}</h3>
        <p>{faults.count === 0 ? t('admin.no-faults') : t('admin.count-faults', { count: faults.count })}</p>
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
        <h3>{t('admin.changes')}</h3>
        {changes.length === 0 && <p>{t('admin.no-changes')}</p>}
        <ul className={styles.changes}>
          {changes.map(({ noun, change, count, names }) => (
            <li key={`${noun} ${change}`}>
              <b>{t('admin.change-count', { change: t(CHANGES[change]), noun, count })}</b>{' '}
              {inWords(names, count - names.length)}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('admin.scores')}</h3>
        <p>{scores.moved === 0 ? t('admin.no-moves') : t('admin.moves', scores)}</p>
        <ul className={styles.changes}>
          {scores.listed.map(({ show, moved, predictions }, index) => (
            // A band may play twice a day at one venue.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <b>{show}</b> {t('admin.of-fans', { moved, fans: predictions })}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function inWords(names: readonly string[], more: number): string {
  const listed = names.join('; ')
  return more > 0 ? t('admin.more-names', { names: listed, count: more }) : listed
}
