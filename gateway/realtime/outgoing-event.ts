import { type LiveEvent, type LiveEventName, topics } from '@called-it/shared/contract/live'

export type OutgoingEvent = {
  [N in LiveEventName]: { readonly name: N; readonly event: LiveEvent<N> }
}[LiveEventName]

/** The topic of an event and the version that it applies to; null for an event without a topic. */
export function stepOf({ event }: OutgoingEvent): { topic: string; from: number } | null {
  if ('topic' in event) return event
  return 'showId' in event ? { topic: topics.show(event.showId), from: 0 } : null
}
