export type OutboundErrorCode =
  | 'address-malformed'
  | 'address-refused'
  | 'name-unknown'
  | 'timed-out'
  | 'not-reached'
  | 'response-lost'

/** Its message names no address: who asked for the request may not have chosen where it goes. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode

  constructor(code: OutboundErrorCode, message: string) {
    super(message)
    this.name = 'OutboundError'
    this.code = code
  }
}
