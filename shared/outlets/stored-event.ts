import { z } from 'zod'
import { type PublicEvent, type PublicEventKind, publicEvents } from './public-events.ts'

export type StoredEvent = {
  [Kind in PublicEventKind]: { readonly kind: Kind; readonly payload: PublicEvent<Kind> }
}[PublicEventKind]

/** As `public_events` has it. */
export const storedEvent: z.ZodType<StoredEvent> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('picks-locked'), payload: publicEvents['picks-locked'] }),
  z.object({ kind: z.literal('picks-proved'), payload: publicEvents['picks-proved'] }),
  z.object({ kind: z.literal('song-played'), payload: publicEvents['song-played'] }),
  z.object({ kind: z.literal('show-final'), payload: publicEvents['show-final'] }),
  z.object({ kind: z.literal('scores-corrected'), payload: publicEvents['scores-corrected'] }),
  z.object({ kind: z.literal('weekly-table'), payload: publicEvents['weekly-table'] }),
])

/** Nothing is left of them without songs, points and names of winners. */
export const SPOILER_KINDS: readonly PublicEventKind[] = ['song-played']
