import type { PublicEventKind } from '@called-it/shared/reach/public-events'

export const KIND_LABELS: Record<PublicEventKind, string> = {
  'picks-locked': 'picks are locked',
  'song-played': 'a song is played',
  'show-final': 'a show is final',
  'scores-corrected': 'scores are corrected',
  'weekly-table': 'the table of the week',
}
