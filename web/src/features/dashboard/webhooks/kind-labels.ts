import type { PublicEventKind } from '@called-it/shared/outlets/public-events'

export const KIND_LABELS: Record<PublicEventKind, string> = {
  'picks-locked': 'picks are locked',
  'picks-proved': 'picks have their proof',
  'song-played': 'a song is played',
  'show-final': 'a show is final',
  'scores-corrected': 'scores are corrected',
  'weekly-table': 'the table of the week',
}
