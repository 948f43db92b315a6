import type { StoredEvent } from '@called-it/shared/outlets/stored-event'

export type FormatOptions = {
  readonly hasSpoilers: boolean
  /** Without a slash at its end. */
  readonly publicUrl: string
}

/** The body of a request about an event, as JSON. */
export type Format = (event: StoredEvent & { readonly at: Date }, options: FormatOptions) => object

/** The page that shows it. */
export function linkOf({ payload }: StoredEvent, publicUrl: string): string {
  return 'show' in payload ? `${publicUrl}/shows/${payload.show.id}` : `${publicUrl}/leaderboard`
}
