import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function passwordChangedMail(
  letterhead: Letterhead,
  t: Translate,
  { displayName: name, forgotLink }: { displayName: string; forgotLink: string },
): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'password-changed',
    subject: t('mail.changed-subject', { product }),
    greeting: t('mail.hi', { name }),
    paragraphs: [t('mail.changed', { product }), t('mail.changed-you')],
    action: { label: t('mail.new-password'), link: forgotLink },
    afterwards: [],
  })
}
