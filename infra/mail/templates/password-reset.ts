import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function passwordResetMail(
  letterhead: Letterhead,
  { displayName, link }: { displayName: string; link: string },
): MailContent {
  return setLetter(letterhead, {
    kind: 'password-reset',
    subject: `a new password for ${letterhead.product}`,
    greeting: `hi ${displayName},`,
    paragraphs: [`somebody, probably you, asked for a new password for your ${letterhead.product} account.`],
    action: { label: 'choose a new password', link },
    afterwards: [
      'The link works once, for 30 minutes. A newer mail like this one replaces it.',
      'It was not you? Then ignore this mail: your password stays as it is.',
    ],
  })
}
