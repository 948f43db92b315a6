import { BACKUP_FAILURES, type BackupFailure } from '@called-it/shared/contract/backup-work'
import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function backupFailedMail(
  letterhead: Letterhead,
  t: Translate,
  given: { displayName: string; error: BackupFailure; file: string; isScheduled: boolean; link: string },
): MailContent {
  const { file } = given
  return setLetter(letterhead, t, {
    kind: 'backup-failed',
    subject: t('mail.backup-failed', { product: letterhead.product }),
    greeting: t('mail.hi', { name: given.displayName }),
    paragraphs: [
      t('mail.backup', { file }),
      t(BACKUP_FAILURES[given.error]),
      t(given.isScheduled ? 'mail.backup-again' : 'mail.backup-once'),
    ],
    action: { label: t('mail.backup-look'), link: given.link },
    afterwards: [],
  })
}
