import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** For a registration with a known address, which the site itself must not reveal. */
export function knownAddressMail(
  letterhead: Letterhead,
  { displayName, loginLink, forgotLink }: { displayName: string; loginLink: string; forgotLink: string },
): MailContent {
  return setLetter(letterhead, {
    kind: 'known-address',
    subject: `you already have a ${letterhead.product} account`,
    greeting: `hi ${displayName},`,
    paragraphs: [
      `somebody just tried to sign up for ${letterhead.product} with this address, but it already has an account.`,
      'If that was you, simply log in.',
    ],
    action: { label: 'log in', link: loginLink },
    afterwards: [
      `Forgot your password? Choose a new one here: ${forgotLink}`,
      'If it was not you, there is nothing to do: nobody got in, and nothing was changed.',
    ],
  })
}
