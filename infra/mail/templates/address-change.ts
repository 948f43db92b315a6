import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** To one of the two addresses. Without a name: the new one may be another person's. */
export function addressChangeMail(
  letterhead: Letterhead,
  t: Translate,
  { to, newEmail: email, link }: { to: 'old' | 'new'; newEmail: string; link: string },
): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: `address-${to}`,
    subject: t('mail.move-subject', { product }),
    greeting: t('mail.hi-nobody'),
    paragraphs: [to === 'old' ? t('mail.move-old', { email }) : t('mail.move-new', { product })],
    action: { label: t('mail.move-confirm'), link },
    afterwards: [t('mail.confirm-once'), t('mail.move-not-you')],
  })
}

/** To the address so far. */
export function addressChangedMail(
  letterhead: Letterhead,
  t: Translate,
  { newEmail: email, link }: { newEmail: string; link: string },
): MailContent {
  return setLetter(letterhead, t, {
    kind: 'address-changed',
    subject: t('mail.moved-subject', { product: letterhead.product }),
    greeting: t('mail.hi-nobody'),
    paragraphs: [t('mail.moved', { email })],
    action: { label: t('mail.moved-look'), link },
    afterwards: [],
  })
}
