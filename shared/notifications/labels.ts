import type { AnnouncementKind } from './catalogue.ts'

/** What mails call each kind. */
export const KIND_LABELS = {
  'first-song': 'the first song of a show',
  'you-lead': 'taking the lead',
  'final-score': 'your final score',
  'score-corrected': 'corrections of your score',
  'pick-reminder': 'reminders to pick',
  'league-news': 'news of your leagues',
  'lock-moved': 'a new time for picks',
  'picks-reopened': 'reopened picks',
  'show-cancelled': 'cancelled shows',
  'admin-notice': 'notices',
} as const satisfies Record<AnnouncementKind, string>

export const isAnnouncementKind = (name: string): name is AnnouncementKind => Object.hasOwn(KIND_LABELS, name)

export const ANNOUNCEMENT_KINDS = Object.keys(KIND_LABELS).filter(isAnnouncementKind)
