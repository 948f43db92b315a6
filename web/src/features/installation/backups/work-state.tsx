import { BACKUP_FAILURES } from '@called-it/shared/contract/backup-work'
import type { BackupWork } from '@called-it/shared/contract/backups'
import { t } from '../../../lib/words/texts.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { isOpenWork } from './use-backups.ts'

const DOING = {
  write: 'backup.writing',
  verify: 'backup.reading',
  restore: 'backup.restoring',
} as const
const FAILURES = {
  write: 'backup.no-backup',
  verify: 'backup.not-read',
  restore: 'backup.not-restored',
} as const

/** How far work is, or why it failed; nothing once it is done. */
export function WorkState({ work }: { work: BackupWork }) {
  const { kind, file, rows, error } = work
  if (isOpenWork(work)) return <Progress label={t(DOING[kind])} note={file} done={rows} total={null} />
  if (error === null) return null
  return (
    <Notice tone="danger" role="alert" title={t(FAILURES[kind])} className="anywhere">
      <p>{file}</p>
      <p>
        {t(BACKUP_FAILURES[error])} {kind === 'restore' && t('backup.unchanged')}
      </p>
    </Notice>
  )
}
