import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

export function suspendedMail(
  letterhead: Letterhead,
  { displayName, reason, siteLink }: { displayName: string; reason: string; siteLink: string },
): MailContent {
  return setLetter(letterhead, {
    kind: 'suspended',
    subject: `your ${letterhead.product} account is suspended`,
    greeting: `hi ${displayName},`,
    paragraphs: [
      `the admins have suspended your account: ${reason}`,
      'You are logged out everywhere. Your API keys and the devices that got pushes are deleted: if the suspension is ' +
        'lifted, make new keys and turn pushes on again. Your points stay.',
    ],
    action: { label: `open ${letterhead.product}`, link: siteLink },
    afterwards: [],
  })
}
