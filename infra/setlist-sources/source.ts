import type { SourceFailure } from '@called-it/shared/contract/installation-source'

/** The interface of all sources. Nothing outside their adapters knows a site's format. */

/** `YYYY-MM-DD`, as the site dates its shows. */
export type SourceDay = string

/** `'1'`, `'2'`, `'3'`, … for sets, `'e'`, `'e2'`, `'e3'` for encores and `'s'` for a soundcheck. */
export type SourceSet = string

/** By id where the site has ids, otherwise by slug. Names are not unique. */
export interface SourceSongReference {
  readonly sourceId: string | null
  readonly slug: string
  readonly name: string
}

export interface SourceSong extends SourceSongReference {
  /** Shows that played it, without excluded ones; null when unknown. */
  readonly timesPlayed: number | null
  /** Shows since it was last played: 0 when the latest show played it. Null when it never was, or unknown. */
  readonly gap: number | null
  /** Null when it was never played, or unknown. */
  readonly lastPlayed: SourceDay | null
  /** Whether it is only in what does not count: in excluded shows, excluded performances and soundchecks. */
  readonly onlyExcluded?: boolean
}

export interface SourceTour {
  readonly sourceId: string
  readonly name: string
  readonly startDate: SourceDay
  readonly endDate: SourceDay
  readonly description: string | null
}

/** What the site lists, without defaults: the lock that follows from it is not the source's affair. */
export interface SourceTimes {
  /** A name of the IANA time zone database, for instance `America/Denver`; null when the site lists none. */
  readonly timeZone: string | null
  /** When the show starts, `HH:MM` by the clocks at the venue; null when unknown. */
  readonly startsLocal: string | null
  /** ISO 8601, UTC; null when unknown. */
  readonly locksAt: string | null
  /** Of the venue or its city, in degrees; null when unknown. */
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null
}

export const UNKNOWN_TIMES: SourceTimes = {
  timeZone: null,
  startsLocal: null,
  locksAt: null,
  coordinates: null,
}

/** Stored as listed, unless an admin has edited them. */
export interface ShowFacts {
  readonly venue: string
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
}

export interface SourceShow extends ShowFacts {
  readonly sourceId: string
  /** Not a key: a band may play twice a day. */
  readonly date: SourceDay
  readonly tourSourceId: string | null
  readonly times: SourceTimes
  /** Excluded from the site's statistics: the show cannot be scored. */
  readonly excluded: boolean
}

/** The position in its set follows from the order of entries. */
export interface SourceSetlistEntry {
  readonly set: SourceSet
  readonly song: SourceSongReference
}

export interface SourceSetlist {
  readonly showSourceId: string
  readonly excluded: boolean
  /** Shown to admins; null unless `excluded`. */
  readonly exclusionReason: string | null
  readonly entries: readonly SourceSetlistEntry[]
  /** Plain text, one line per set: `Set 1: Harbor Teeth > Glass Elk, Ferry Weather`. */
  readonly text: string
  readonly notes: string | null
}

/** The id selects the show; the date is for error messages. */
export interface SourceShowReference {
  readonly sourceId: string
  readonly date: SourceDay
}

/** One thing that is wrong in the source's files. Print it with `printFault`. */
export interface SourceFault {
  /** Without its folder: admins read it, and the folder is the operator's. */
  readonly file: string
  /** From 1, without the header and with blank rows; null when the fault is the whole file's. */
  readonly row: number | null
  /** The source id of the show; null when the row names none, as rows of songs. */
  readonly show: string | null
  /** Null when the fault is the whole row's. */
  readonly field: string | null
  /** What is wrong with the field, the row or the file: `is not a day, YYYY-MM-DD`. */
  readonly message: string
}

export interface SourceFaults {
  /** Of all faults, also of those beyond the length of the list. */
  readonly count: number
  /** In the order of files and rows, at most 1,000. */
  readonly listed: readonly SourceFault[]
  /** All shows with a fault. Their setlists are not returned, so they must not be taken for vanished. */
  readonly shows: ReadonlySet<string>
  /** Whether a broken row may be about any show: then the list of shows may lack one. */
  readonly hasNamelessShow: boolean
  /** The first fault of a whole file: every other method throws it. */
  readonly stop: SourceFault | null
}

/** Every method may throw a `SetlistSourceError`. */
export interface SetlistSource {
  /** As in the `SETLIST_SOURCE` setting. */
  readonly name: string
  /** Without duplicates. */
  listSongs(): Promise<readonly SourceSong[]>
  /** In a stable order: new tours are appended. The current one may be anywhere. */
  listTours(): Promise<readonly SourceTour[]>
  /** Past and upcoming, oldest first. */
  listShows(): Promise<readonly SourceShow[]>
  findSetlist(show: SourceShowReference): Promise<SourceSetlist | null>
  /** Whether there is anything to read of a show's setlist; sites know it only from a request. */
  hasSetlist?(showSourceId: string): Promise<boolean>
  listNotebookSongs(): Promise<readonly SourceSongReference[] | null>
  /** Sentences for the message of an import: what the source holds and nothing reads. */
  listNotes?(): Promise<readonly string[]>
  /** What the other methods leave out, found in one reading. Sources without files have none. */
  listFaults?(): Promise<SourceFaults>
  /** From less than the other methods read; where it is missing, they read enough. See `glanceAt`. */
  glance?(): Promise<SourceGlance>
}

/** What an import would find, as far as a look tells. */
export interface SourceGlance {
  readonly showCount: number
  /** Null where only an import counts them. */
  readonly tourCount: number | null
  readonly songCount: number | null
  /** The newest at least. */
  readonly shows: readonly SourceShow[]
}

export type SetlistSourceErrorKind = SourceFailure

/** The message names the site, the show or list, and the invalid field, and never holds a key. */
export class SetlistSourceError extends Error {
  override readonly name = 'SetlistSourceError'
  readonly kind: SetlistSourceErrorKind
  /** How long the site asks to wait, in seconds; null where it does not say. */
  readonly retryAfter: number | null

  constructor(
    kind: SetlistSourceErrorKind,
    message: string,
    options?: ErrorOptions & { retryAfter?: number },
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfter = options?.retryAfter || null
  }
}

/** About one show or list; what else a source throws is about the whole of it. */
const OF_CONTENT: readonly SetlistSourceErrorKind[] = ['too-large', 'page', 'malformed']

/** Whether the source is away or declines everything, rather than wrong about one show. */
export function isSourceAway({ kind }: SetlistSourceError): boolean {
  return !OF_CONTENT.includes(kind)
}
