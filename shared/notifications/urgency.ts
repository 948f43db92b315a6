import type { AnnouncementKind } from './catalogue.ts'

/** In the order in which they are sent. */
const URGENCIES = ['reminder', 'tonight', 'final', 'news'] as const

type Use = {
  readonly urgency: (typeof URGENCIES)[number]
  /** After so long, nobody needs it by push or mail any more. */
  readonly hours: number
  /** It is of no use after the show's lock either. */
  readonly untilLock?: true
}

const USES: Record<AnnouncementKind, Use> = {
  'pick-reminder': { urgency: 'reminder', hours: 72, untilLock: true },
  'first-song': { urgency: 'tonight', hours: 4 },
  'you-lead': { urgency: 'tonight', hours: 4 },
  'lock-moved': { urgency: 'tonight', hours: 24 },
  'picks-reopened': { urgency: 'tonight', hours: 24, untilLock: true },
  'show-cancelled': { urgency: 'tonight', hours: 24 },
  'final-score': { urgency: 'final', hours: 48 },
  'score-corrected': { urgency: 'final', hours: 48 },
  'league-news': { urgency: 'news', hours: 72 },
  'admin-notice': { urgency: 'news', hours: 72 },
}

export function useOf(kind: AnnouncementKind) {
  const { urgency, hours, untilLock = false } = USES[kind]
  return { urgency: URGENCIES.indexOf(urgency), hours, untilLock }
}

export const REMINDER_URGENCY = URGENCIES.indexOf('reminder')
/** From it on messages give way to the scoring of shows. */
export const FINAL_URGENCY = URGENCIES.indexOf('final')
