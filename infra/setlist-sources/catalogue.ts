import type { SetlistSource, SourceDay } from './source.ts'

/** What a source needs from the process that it runs in. (signatures settled, being written) */
export interface SetlistSourceParts {
  /** Resolves when one request may be sent to the data site: at most one a second over all workers. */
  readonly permit: () => Promise<void>
  /** Today's UTC day, by the clock that the rules read. Only the demo asks. */
  readonly today: () => Promise<SourceDay>
  /** The day on which this installation's demo began: it must never change. Only the demo asks. */
  readonly demoAnchor: () => Promise<SourceDay>
}

/** A parsed `SETLIST_SOURCE`. */
export type SetlistSourceSetting =
  | { readonly name: 'demo'; readonly options: Record<never, never> }
  | { readonly name: 'file'; readonly options: { readonly paths: readonly string[] } }
  | { readonly name: 'phishnet'; readonly options: { readonly apiKey: string; readonly baseUrl: string } }

export declare function createSetlistSource(
  setting: SetlistSourceSetting,
  parts: SetlistSourceParts,
): SetlistSource

/** Reads `demo`, `file:/path` or `phishnet:KEY`. Its errors never repeat the value. */
export declare function parseSetlistSourceSetting(value: string): SetlistSourceSetting
