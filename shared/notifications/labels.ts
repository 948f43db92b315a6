import type { PlainId } from '../languages/translate.ts'
import type { AnnouncementKind } from './catalogue.ts'

/** What mails call each kind. */
export const KIND_LABELS = {
  'first-song': 'notice.k-first',
  'you-lead': 'notice.k-lead',
  'final-score': 'notice.k-final',
  'score-corrected': 'notice.k-corrected',
  'pick-reminder': 'notice.k-reminder',
  'league-news': 'notice.k-league',
  'lock-moved': 'notice.k-lock',
  'picks-reopened': 'notice.k-reopened',
  'show-cancelled': 'notice.k-cancelled',
  'admin-notice': 'notice.k-notice',
} as const satisfies Record<AnnouncementKind, PlainId>
