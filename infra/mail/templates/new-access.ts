import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

const MAILS = {
  'key-made': {
    subject: (product: string) => `a new key of your ${product} account`,
    text: 'an API key was just made for your account. Programs read your picks and points with it.',
    label: 'look at your keys',
  },
  'device-added': {
    subject: (product: string) => `a new device gets your ${product} pushes`,
    text: 'pushes of your account were just turned on for a device that had none.',
    label: 'look at your devices',
  },
}

export function newAccessMail(
  letterhead: Letterhead,
  kind: keyof typeof MAILS,
  { displayName, link, forgotLink }: { displayName: string; link: string; forgotLink: string },
): MailContent {
  const { subject, text, label } = MAILS[kind]
  return setLetter(letterhead, {
    kind,
    subject: subject(letterhead.product),
    greeting: `hi ${displayName},`,
    paragraphs: [text, 'If that was you, there is nothing to do.'],
    action: { label, link },
    afterwards: [`If it was not, choose a new password, which ends all keys and devices: ${forgotLink}`],
  })
}
