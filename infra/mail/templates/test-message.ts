import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** By an admin, who tries the mail server. */
export function testMessage(letterhead: Letterhead, t: Translate, siteLink: string): MailContent {
  const { product } = letterhead
  return setLetter(letterhead, t, {
    kind: 'test',
    subject: t('mail.test-subject', { product }),
    greeting: t('mail.hi-nobody'),
    paragraphs: [t('mail.test')],
    action: { label: t('mail.open', { product }), link: siteLink },
    afterwards: [],
  })
}
