import type { PlainId } from '@called-it/shared/languages/translate'
import type { PublicEventKind } from '@called-it/shared/outlets/public-events'

export const KIND_LABELS = {
  'picks-locked': 'admin.on-locked',
  'picks-proved': 'admin.on-proved',
  'song-played': 'admin.on-played',
  'show-final': 'admin.on-final',
  'scores-corrected': 'admin.on-corrected',
  'weekly-table': 'admin.on-weekly',
} as const satisfies Record<PublicEventKind, PlainId>
