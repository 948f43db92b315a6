import type { Backups, BackupWork } from '@called-it/shared/contract/backups'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { RestoreButton } from './restore-button.tsx'

/** What the newest restore leaves to do, and the way back. */
export function LastRestore({ listed, isBusy }: { listed: Backups; isBusy: boolean }) {
  const last = listed.work.find(({ kind, state }) => kind === 'restore' && state === 'done')
  const point = listed.files.find(({ name, refusal }) => name === last?.restore_point && refusal === null)
  if (!last) return null
  return (
    <Notice
      tone={isClean(last) ? 'good' : 'warning'}
      className="anywhere"
      title={t('backup.was-restored', {
        name: last.file,
        at: formatInstant(last.ended_at ?? last.created_at),
      })}
      action={point && <RestoreButton file={point} label={t('backup.roll-back')} isBusy={isBusy} />}
    >
      {point && <p>{t('backup.point', { name: point.name })}</p>}
      <Findings findings={last.findings} />
    </Notice>
  )
}

function isClean({ findings }: BackupWork): boolean {
  return (
    findings !== null && !(findings.boards_differ || findings.webhooks.length > 0 || findings.devices > 0)
  )
}

function Findings({ findings }: Pick<BackupWork, 'findings'>) {
  if (!findings) return null
  const { boards_differ, webhooks, devices } = findings
  return (
    <>
      {boards_differ && <p>{t('backup.boards')}</p>}
      {webhooks.length > 0 && <p>{t('backup.webhooks', { names: webhooks.join(', ') })}</p>}
      {devices > 0 && <p>{t('backup.devices', { count: devices })}</p>}
    </>
  )
}
