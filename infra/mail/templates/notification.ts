import type { Described } from '@called-it/shared/notifications/catalogue'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** One that mail programs can turn off by a button of their own (RFC 8058). */
export function notificationMail(
  letterhead: Letterhead,
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
  const letter = setLetter(letterhead, {
    kind: 'notification',
    subject: described.title,
    greeting: `hi ${given.displayName},`,
    paragraphs: [described.title, described.text],
    action: { label: 'take a look', link: `${publicUrl}${described.link ?? '/notifications'}` },
    afterwards: [`You get mails about ${given.label}. Stop them here: ${publicUrl}${unsubscribePath}`],
  })
  return {
    ...letter,
    headers: {
      'List-Unsubscribe': `<${publicUrl}/api${unsubscribePath}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
