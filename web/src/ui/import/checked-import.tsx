import type { CatalogueChange, ImportCheck } from '@called-it/shared/contract/import-checks'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { t } from '../../lib/words/texts.ts'
import { Notice } from '../notice.tsx'
import { FaultList } from './fault-list.tsx'
import styles from './import.module.css'

const CHANGES = {
  new: 'admin.is-new',
  changed: 'admin.is-changed',
  renamed: 'admin.is-renamed',
  retired: 'admin.is-retired',
  'proposed as renamed': 'admin.is-proposed',
  vanished: 'admin.is-vanished',
} as const satisfies Record<CatalogueChange['change'], PlainId>

export function CheckedImport({ check }: { check: ImportCheck }) {
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
