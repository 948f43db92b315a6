import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function suspendedMail(
  letterhead: Letterhead,
  t: Translate,
  { displayName: name, reason, siteLink }: { displayName: string; reason: string; siteLink: string },
): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'suspended',
    subject: t('mail.susp-subject', { product }),
    greeting: t('mail.hi', { name }),
    paragraphs: [t('mail.suspended', { reason }), t('mail.susp-means')],
    action: { label: t('mail.open', { product }), link: siteLink },
    afterwards: [],
  })
}
