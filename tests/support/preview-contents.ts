import type {
  BoardContent,
  InvitationContent,
  SeasonContent,
  ShareContent,
  ShowContent,
} from '@called-it/gateway/preview-images/content'
import type { SharedResult } from '@called-it/shared/contract/shares'
import { worded } from '@called-it/shared/languages/translate'

const band = 'Tinhorn Observatory'
const show = { date: '2026-11-22', venue: 'Oystershell Pier', location: 'Harborview, ME, USA' }
const rows = [
  { rank: 1, name: 'Mo Okafor', points: 1151 },
  { rank: 2, name: 'نجمة الميناء 🌊', points: 1063 },
  { rank: 3, name: 'Ana-Lucía Villanueva-Østergaard', points: 999 },
]

export const SHARED_RESULT: SharedResult = {
  total: 63,
  rank: 3,
  players: 412,
  is_final: true,
  machine: 47,
  slots: {
    set1: ['special', 'missed', 'missed', 'song', 'missed', 'show', 'show', 'missed'],
    set2: ['set', 'missed', 'waiting', 'missed', 'song', 'empty', 'missed', 'set'],
    encore: ['encore', 'missed', 'missed'],
  },
}

type Contents = {
  share: ShareContent
  show: ShowContent
  board: BoardContent
  invitation: InvitationContent
  season: SeasonContent
}

const CONTENTS: Contents = {
  share: { kind: 'share', band, name: 'Mo Okafor', show, result: SHARED_RESULT },
  show: { kind: 'show', band, show, phase: 'live', songs: 12, players: 412 },
  board: { kind: 'board', band, title: null, players: 12_406, rows },
  invitation: { kind: 'invitation', band, league: 'The Lot Lizards of Harborview', members: 37 },
  season: {
    kind: 'season',
    band,
    tour: 'Autumn Tour 2026',
    shows: 23,
    players: 812,
    podium: rows,
    awards: [
      {
        award: 'image.improved',
        name: 'Mo Okafor',
        fact: worded('image.improved-by', { before: 21, after: 48 }),
      },
      { award: 'image.best-night', name: 'Kim', fact: worded('image.points', { count: 91 }) },
      { award: 'image.boldest', name: '🎸 Jo', fact: worded('image.gap', { count: 214 }) },
    ],
  },
}

export function contentOf<Kind extends keyof Contents>(
  kind: Kind,
  changes: Partial<Contents[Kind]> = {},
): Contents[Kind] {
  return { ...CONTENTS[kind], ...changes }
}
