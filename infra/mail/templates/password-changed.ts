import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function passwordChangedMail(
  letterhead: Letterhead,
  { displayName, forgotLink }: { displayName: string; forgotLink: string },
): MailContent {
  return setLetter(letterhead, {
    kind: 'password-changed',
    subject: `your ${letterhead.product} password was changed`,
    greeting: `hi ${displayName},`,
    paragraphs: [
      `the password of your ${letterhead.product} account was just changed, and everything else that was logged in was logged out.`,
      'If that was you, there is nothing to do. If it was not, choose a new password right away.',
    ],
    action: { label: 'choose a new password', link: forgotLink },
    afterwards: [],
  })
}
