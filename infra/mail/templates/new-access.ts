import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

type NewAccess = { readonly displayName: string; readonly link: string; readonly forgotLink: string }

export function keyMadeMail(letterhead: Letterhead, access: NewAccess): MailContent {
  return newAccessMail(letterhead, access, {
    kind: 'key-made',
    subject: `a new key of your ${letterhead.product} account`,
    text: 'an API key was just made for your account. Programs read your picks and points with it.',
    label: 'look at your keys',
  })
}

export function deviceAddedMail(letterhead: Letterhead, access: NewAccess): MailContent {
  return newAccessMail(letterhead, access, {
    kind: 'device-added',
    subject: `a new device gets your ${letterhead.product} pushes`,
    text: 'pushes of your account were just turned on for a device that had none.',
    label: 'look at your devices',
  })
}

function newAccessMail(
  letterhead: Letterhead,
  { displayName, link, forgotLink }: NewAccess,
  { kind, subject, text, label }: { kind: string; subject: string; text: string; label: string },
): MailContent {
  return setLetter(letterhead, {
    kind,
    subject,
    greeting: `hi ${displayName},`,
    paragraphs: [text, 'If that was you, there is nothing to do.'],
    action: { label, link },
    afterwards: [`If it was not, choose a new password, which ends all keys and devices: ${forgotLink}`],
  })
}
