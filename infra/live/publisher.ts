import type { BridgeEvent, BridgeEventName } from '@called-it/shared/contract/live'

/** Tells every gateway that something has happened. Call it after the commit, never before. */
export type LivePublisher = {
  /** Never throws and never waits long: what Redis does not carry, the gateways find in Postgres. */
  publish<N extends BridgeEventName>(name: N, event: BridgeEvent<N>): Promise<void>
}
