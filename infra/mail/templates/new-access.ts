import { dateFormat } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

const NOT_YOU = 'mail.was-not-you'
/** Passkeys outlive a new password. */
const NOT_YOU_EITHER = 'mail.not-passkey'

const MAILS = {
  'key-made': { subject: 'mail.key-subject', text: 'mail.key', label: 'mail.key-look', notYou: NOT_YOU },
  'passkey-added': {
    subject: 'mail.passkey-new',
    text: 'mail.passkey',
    label: 'mail.passkey-look',
    notYou: NOT_YOU_EITHER,
  },
  'passkey-removed': {
    subject: 'mail.passkey-gone',
    text: 'mail.passkey-went',
    label: 'mail.passkey-look',
    notYou: NOT_YOU_EITHER,
  },
  'new-login': {
    subject: 'mail.login-subject',
    text: 'mail.login',
    label: 'mail.login-look',
    notYou: NOT_YOU_EITHER,
  },
  'device-added': {
    subject: 'mail.device-subject',
    text: 'mail.device',
    label: 'mail.device-look',
    notYou: NOT_YOU,
  },
} as const

type NewAccess = {
  displayName: string
  link: string
  forgotLink: string
  /** A further paragraph. */
  what?: string
}

export function newAccessMail(
  letterhead: Letterhead,
  t: Translate,
  kind: keyof typeof MAILS,
  { displayName: name, link, forgotLink, what }: NewAccess,
): MailContent {
  const { subject, text, label, notYou } = MAILS[kind]
  return setLetter(letterhead, t, {
    kind,
    subject: t(subject, { product: letterhead.product }),
    greeting: t('mail.hi', { name }),
    paragraphs: [t(text), ...(what === undefined ? [] : [what]), t('mail.was-you')],
    action: { label: t(label), link },
    afterwards: [t(notYou, { link: forgotLink })],
  })
}

/** As in `Firefox on Windows, Jul 4, 9:41 PM UTC.` */
export function describeLogin(
  t: Translate,
  { browser, system, at }: { browser: string | null; system: string | null; at: string },
): string {
  const device =
    browser && system
      ? t('mail.device-both', { browser, system })
      : (browser ?? system ?? t('mail.device-none'))
  const time = dateFormat(t.language, {
    ...{ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: 'UTC',
  }).format(new Date(at))
  return t('mail.login-where', { device, time })
}
