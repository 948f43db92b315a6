// Written by `npm run languages` from languages/en.
import type { TagValue } from './translate.ts'

type None = Record<never, never>

/** The ids of all texts, with the values that each is filled with. */
export type Messages = {
  'set.encore': None
  'set.other': { set: string }
  'set.set1': None
  'set.set2': None
  'tour.after': { gap: number }
  'tour.as-image': None
  'tour.as-table': None
  'tour.awards': None
  'tour.awards-among': None
  'tour.awards-later': None
  'tour.back-home': None
  'tour.best': None
  'tour.best-night': None
  'tour.board': None
  'tour.boldest': None
  'tour.bust-outs': None
  'tour.called-after': { b: TagValue; gap: number; show: string; song: string }
  'tour.cancelled': None
  'tour.closers': None
  'tour.coming-up': None
  'tour.computing': None
  'tour.copy-link': None
  'tour.count-shows': { count: number }
  'tour.debuts': None
  'tour.dropped': None
  'tour.ended': None
  'tour.first-of': { players: number; shown: number }
  'tour.improved': None
  'tour.improved-by': { after: string; b: TagValue; before: string }
  'tour.label': None
  'tour.last-on': { last: string }
  'tour.live': None
  'tour.locked': None
  'tour.more': { heading: string }
  'tour.need-score': None
  'tour.night-points': { b: TagValue; points: number; show: string }
  'tour.no-award': None
  'tour.no-players': None
  'tour.no-setlist': None
  'tour.no-shows': None
  'tour.not-for': { shows: number }
  'tour.not-over': None
  'tour.of': { shows: number }
  'tour.on': { date: string }
  'tour.on-last': { date: string; last: string }
  'tour.open': None
  'tour.openers': None
  'tour.placed': { plays: number; set: string }
  'tour.player': None
  'tour.podium': None
  'tour.points': None
  'tour.points-unit': { count: number }
  'tour.rank': None
  'tour.rests': None
  'tour.scored': None
  'tour.season': None
  'tour.season-failed': None
  'tour.season-loads': None
  'tour.season-of': { name: string }
  'tour.season-title': None
  'tour.see-board': None
  'tour.see-show': None
  'tour.setlists': None
  'tour.share': None
  'tour.shows': None
  'tour.shows-players': { players: number; shows: number }
  'tour.shows-songs': None
  'tour.songs': None
  'tour.table': None
  'tour.the-season': None
  'tour.the-tour': None
  'tour.title': None
  'tour.to-season': None
  'tour.unknown': None
  'tour.what': None
  'tour.whole-board': None
  'ui.no-league': None
  'ui.no-player': None
  'ui.no-show': None
  'ui.no-song': None
  'ui.no-tour': None
}
