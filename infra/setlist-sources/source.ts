/**
 * What the game asks of a site that knows a band's setlists. Each adapter beside this file translates one
 * site's answers into these shapes; nothing else in the house knows what a site's answers look like.
 */

/** A calendar day, `YYYY-MM-DD`, as the site dates its shows. */
export type SourceDay = string

/**
 * The set that a song was played in: `'1'`, `'2'`, `'3'`, … for sets, `'e'`, `'e2'`, `'e3'` for encores and
 * `'s'` for a soundcheck.
 */
export type SourceSet = string

/** How a site names a song: by its id where it has one, by its slug otherwise. Names are not unique. */
export interface SourceSongReference {
  readonly sourceId: string | null
  readonly slug: string
  readonly name: string
}

export interface SourceSong extends SourceSongReference {
  /** Shows that had it, those left out of the site's statistics apart; null where the site does not say. */
  readonly timesPlayed: number | null
  /** Shows since it was last played: 0 when the latest show had it. Null where it never was, or unknown. */
  readonly gap: number | null
  /** Null where it never was played, or the site does not say. */
  readonly lastPlayed: SourceDay | null
}

export interface SourceTour {
  readonly sourceId: string
  readonly name: string
  readonly startDate: SourceDay
  readonly endDate: SourceDay
  readonly description: string | null
}

export interface SourceShow {
  readonly sourceId: string
  /** Not a key: a band may play twice a day. */
  readonly date: SourceDay
  readonly venue: string
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  readonly tourSourceId: string | null
  /** The instant (ISO 8601, UTC) at which picks close; null where the site does not know it. */
  readonly locksAt: string | null
  /** Whether the site leaves the show out of its statistics: such a show cannot be scored. */
  readonly excluded: boolean
}

/** One performance. Its position in its set is counted from the order of entries, never read from the site. */
export interface SourceSetlistEntry {
  readonly set: SourceSet
  readonly song: SourceSongReference
}

export interface SourceSetlist {
  readonly showSourceId: string
  readonly excluded: boolean
  /** Why the show does not count, fit to show to an admin; null unless `excluded`. */
  readonly exclusionReason: string | null
  /** In the order of performance, through all sets. */
  readonly entries: readonly SourceSetlistEntry[]
  /** Ready to print: plain text, one line a set, as in `Set 1: Harbor Teeth > Glass Elk, Ferry Weather`. */
  readonly text: string
  /** Plain text; null where the site has no notes. */
  readonly notes: string | null
}

/** Which show a setlist is asked for: the id decides, the date tells a reader of an error which show it was. */
export interface SourceShowReference {
  readonly sourceId: string
  readonly date: SourceDay
}

/** A site that knows setlists. Every call may fail with a `SetlistSourceError`. */
export interface SetlistSource {
  /** The adapter's name in the catalogue, as in the `SETLIST_SOURCE` setting. */
  readonly name: string
  /** Every song that the site knows, each once. */
  listSongs(): Promise<readonly SourceSong[]>
  /** Every tour, in an order that stays: new tours are appended. The current one may be anywhere. */
  listTours(): Promise<readonly SourceTour[]>
  /** Every show, past and upcoming, oldest first. */
  listShows(): Promise<readonly SourceShow[]>
  /** The setlist of a show; null while the site has none, because the show is to come or is not written up. */
  findSetlist(show: SourceShowReference): Promise<SourceSetlist | null>
  /** The songs of the songwriter's notebook; null where the site has no notebook. */
  listNotebookSongs(): Promise<readonly SourceSongReference[] | null>
}

/**
 * What went wrong at a site:
 * - `unreachable`: no connection, a broken one, or the site answers that it is down;
 * - `timeout`: no whole answer in time;
 * - `too-large`: the answer is larger than any honest one;
 * - `malformed`: the answer is not what the site's documentation promises;
 * - `refused`: the site understood and declined (an invalid key, too many requests).
 */
export type SetlistSourceErrorKind = 'unreachable' | 'timeout' | 'too-large' | 'malformed' | 'refused'

/**
 * A site's failure. The message names the site, the show or list that was asked for, and the field if one is
 * to blame; it is fit to show to an admin and never holds a key or an address that contains one.
 */
export class SetlistSourceError extends Error {
  override readonly name = 'SetlistSourceError'
  readonly kind: SetlistSourceErrorKind

  constructor(kind: SetlistSourceErrorKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
