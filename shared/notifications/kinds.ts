import type { AnnouncementKind } from './catalogue.ts'

const KINDS: Readonly<Record<AnnouncementKind, true>> = {
  'first-song': true,
  'you-lead': true,
  'final-score': true,
  'score-corrected': true,
  'pick-reminder': true,
  'league-news': true,
  'lock-moved': true,
  'picks-reopened': true,
  'show-cancelled': true,
  'admin-notice': true,
}

export const isAnnouncementKind = (name: string): name is AnnouncementKind => Object.hasOwn(KINDS, name)

export const ANNOUNCEMENT_KINDS = Object.keys(KINDS).filter(isAnnouncementKind)
