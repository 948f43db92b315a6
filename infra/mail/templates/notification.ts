import type { Translate } from '@called-it/shared/languages/translate'
import type { Described } from '@called-it/shared/notifications/catalogue'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** One that mail programs can turn off by a button of their own (RFC 8058). */
export function notificationMail(
  letterhead: Letterhead,
  t: Translate,
  given: {
    displayName: string
    described: Pick<Described, 'title' | 'text' | 'link'>
    publicUrl: string
    /** How settings call its kind. */
    label: string
    /** The path of the page; the one-click endpoint has the same below `/api`. */
    unsubscribePath: string
  },
): MailContent {
  const { described, publicUrl, unsubscribePath } = given
  const letter = setLetter(letterhead, t, {
    kind: 'notification',
    subject: described.title,
    greeting: t('mail.hi', { name: given.displayName }),
    paragraphs: [described.title, described.text],
    action: { label: t('mail.take-a-look'), link: `${publicUrl}${described.link ?? '/notifications'}` },
    afterwards: [t('mail.unsubscribe', { label: given.label, link: `${publicUrl}${unsubscribePath}` })],
  })
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api${unsubscribePath}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
