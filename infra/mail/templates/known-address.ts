import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** For a registration with a known address, which the site itself must not reveal. */
export function knownAddressMail(
  letterhead: Letterhead,
  t: Translate,
  {
    displayName: name,
    loginLink,
    forgotLink,
  }: { displayName: string; loginLink: string; forgotLink: string },
): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'known-address',
    subject: t('mail.known-subject', { product }),
    greeting: t('mail.hi', { name }),
    paragraphs: [t('mail.known', { product }), t('mail.known-you')],
    action: { label: t('mail.log-in'), link: loginLink },
    afterwards: [t('mail.forgot', { link: forgotLink }), t('mail.known-not-you')],
  })
}
