import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

const MAILS = {
  'key-made': { subject: 'mail.key-subject', text: 'mail.key', label: 'mail.key-look' },
  'device-added': { subject: 'mail.device-subject', text: 'mail.device', label: 'mail.device-look' },
} as const

export function newAccessMail(
  letterhead: Letterhead,
  t: Translate,
  kind: keyof typeof MAILS,
  { displayName: name, link, forgotLink }: { displayName: string; link: string; forgotLink: string },
): MailContent {
  const { subject, text, label } = MAILS[kind]
  return setLetter(letterhead, t, {
    kind,
    subject: t(subject, { product: letterhead.product }),
    greeting: t('mail.hi', { name }),
    paragraphs: [t(text), t('mail.was-you')],
    action: { label: t(label), link },
    afterwards: [t('mail.was-not-you', { link: forgotLink })],
  })
}
