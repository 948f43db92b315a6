import { possessive } from '@called-it/shared/contract/possessive'
import { dateFormat } from '@called-it/shared/languages/formats'
import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** A show that takes picks. */
export type ClosingShow = {
  readonly venue: string
  readonly city: string | null
  readonly locksAt: Date
  readonly timeZone: string | null
  readonly readAt: Date
}

/** Without a name: somebody could register the address of another person and send a message in the name. */
export function verificationMail(
  letterhead: Letterhead,
  t: Translate,
  { link, show }: { link: string; show: ClosingShow | null },
): MailContent {
  return setLetter(letterhead, t, {
    kind: 'verification',
    ...(show ? inviteTo(show, t) : inviteToPlay(letterhead, t)),
    greeting: t('mail.hi-nobody'),
    action: { label: show ? t('mail.confirm-go', { venue: show.venue }) : t('mail.confirm'), link },
    afterwards: [t('mail.confirm-once'), t('mail.not-you')],
  })
}

function inviteToPlay({ product, band }: Letterhead, t: Translate) {
  // English alone needs it.
  const ending = possessive(band.name).slice(band.name.length)
  return {
    subject: t('mail.confirm-subject', { product }),
    paragraphs: [t('mail.invite', { band: band.name, ending })],
  }
}

function inviteTo({ venue, city, locksAt, timeZone, readAt }: ClosingShow, t: Translate) {
  const zone = { timeZone: timeZone ?? 'UTC' }
  const dayOf = dateFormat(t.language, { month: 'short', day: 'numeric', ...zone })
  const time = dateFormat(t.language, { hour: 'numeric', minute: '2-digit', ...zone }).format(locksAt)
  const day = dayOf.format(locksAt)
  const isToday = day === dayOf.format(readAt)
  const clock = timeZone === null ? 'UTC' : city ? t('mail.clock-of', { city }) : t('mail.clock-venue')
  return {
    subject: isToday ? t('mail.closing-today', { venue, time }) : t('mail.closing-on', { venue, day, time }),
    paragraphs: [
      isToday
        ? t('mail.picks-today', { venue, time, clock })
        : t('mail.picks-on', { venue, day, time, clock }),
    ],
  }
}
