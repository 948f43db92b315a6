import { possessive } from '@called-it/shared/contract/possessive'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** Without a name: somebody could register the address of another person and send a message in the name. */
export function verificationMail(letterhead: Letterhead, { link }: { link: string }): MailContent {
  return setLetter(letterhead, {
    kind: 'verification',
    subject: `confirm your address for ${letterhead.product}`,
    greeting: 'hi,',
    paragraphs: [`one click and you can call ${possessive(letterhead.band.name)} next setlist.`],
    action: { label: 'confirm my address', link },
    afterwards: [
      'The link works once, for 24 hours. A newer mail like this one replaces it.',
      'You did not sign up? Then ignore this mail: without the click nothing happens.',
    ],
  })
}
