import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** @param displayName null for an address that is not confirmed */
export function passwordResetMail(
  letterhead: Letterhead,
  t: Translate,
  { displayName: name, link }: { displayName: string | null; link: string },
): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'password-reset',
    subject: t('mail.reset-subject', { product }),
    greeting: name === null ? t('mail.hi-nobody') : t('mail.hi', { name }),
    paragraphs: [t('mail.reset', { product })],
    action: { label: t('mail.new-password'), link },
    afterwards: [t('mail.reset-once'), t('mail.reset-not-you')],
  })
}
