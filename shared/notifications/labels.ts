import type { AnnouncementKind } from './catalogue.ts'

/** What settings and mails call each kind, in the order of the settings. */
export const KIND_LABELS = {
  'first-song': 'the first song of a show that you picked',
  'you-lead': 'you lead tonight',
  'final-score': 'your final score',
  'score-corrected': 'a correction changes your score',
  'pick-reminder': 'a reminder before picks close',
  'league-news': 'news of your leagues',
  'lock-moved': 'picks close at another time',
  'picks-reopened': 'picks are open again',
  'show-cancelled': 'a show is cancelled',
  'admin-notice': 'notices from the admins',
} as const satisfies Record<AnnouncementKind, string>

export const isAnnouncementKind = (name: string): name is AnnouncementKind => Object.hasOwn(KIND_LABELS, name)

export const ANNOUNCEMENT_KINDS = Object.keys(KIND_LABELS).filter(isAnnouncementKind)
