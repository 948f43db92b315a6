import { possessive } from '@called-it/shared/contract/possessive'
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
  { link, show }: { link: string; show: ClosingShow | null },
): MailContent {
  return setLetter(letterhead, {
    kind: 'verification',
    ...(show ? inviteTo(show) : inviteToPlay(letterhead)),
    greeting: 'hi,',
    action: { label: show ? `confirm and go to ${show.venue}` : 'confirm my address', link },
    afterwards: [
      'The link works once, for 24 hours. A newer mail like this one replaces it.',
      'You did not sign up? Then ignore this mail: without the click nothing happens.',
    ],
  })
}

function inviteToPlay({ product, band }: Letterhead) {
  return {
    subject: `confirm your address for ${product}`,
    paragraphs: [`one click and you can call ${possessive(band.name)} next setlist.`],
  }
}

function inviteTo({ venue, city, locksAt, timeZone, readAt }: ClosingShow) {
  const zone = { timeZone: timeZone ?? 'UTC' }
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...zone })
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', ...zone }).format(
    locksAt,
  )
  const isToday = day.format(locksAt) === day.format(readAt)
  const on = ` on ${day.format(locksAt)}`
  const clock = timeZone === null ? 'UTC' : city ? `${city} time` : "the venue's time"
  return {
    subject: `confirm your address: picks for ${venue} close${isToday ? '' : on} at ${time}`,
    paragraphs: [
      `one tap and your card for ${venue} is open. picks close${isToday ? ' today' : on} at ${time}, ${clock}.`,
    ],
  }
}
