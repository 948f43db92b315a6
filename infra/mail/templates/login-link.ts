import { LINK_MINUTES } from '@called-it/shared/contract/login-links'
import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** The same for every address, and without a name: somebody else may have entered both. */
export function loginLinkMail(letterhead: Letterhead, t: Translate, link: string): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'login-link',
    subject: t('mail.link-subject', { product }),
    greeting: t('mail.hi-nobody'),
    paragraphs: [t('mail.link', { product })],
    action: { label: t('mail.link-open'), link },
    afterwards: [t('mail.link-once', { minutes: LINK_MINUTES }), t('mail.link-not-you')],
  })
}
