import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** @param displayName null for an address that is not confirmed */
export function passwordResetMail(
  letterhead: Letterhead,
  { displayName, link }: { displayName: string | null; link: string },
): MailContent {
  return setLetter(letterhead, {
    kind: 'password-reset',
    subject: `a new password for ${letterhead.product}`,
    greeting: displayName === null ? 'hi,' : `hi ${displayName},`,
    paragraphs: [`somebody, probably you, asked for a new password for your ${letterhead.product} account.`],
    action: { label: 'choose a new password', link },
    afterwards: [
      'The link works once, for 30 minutes. A newer mail like this one replaces it.',
      'It was not you? Then ignore this mail: your password stays as it is.',
    ],
  })
}
