import { z } from 'zod'
import { changedSong, correctionSource } from '../contract/corrections.ts'
import { counted } from '../contract/counted.ts'
import { id, instant } from '../contract/fields.ts'
import { songChangeInWords } from './song-change-words.ts'

type Words = {
  readonly title: string
  /** The show or league; null for none. */
  readonly about: string | null
  /** What the title leaves out; may be empty. */
  readonly rest: string
  /** A path of the site. */
  readonly link: string | null
}

/** `text` stands below the title where nothing else says what it is about. */
export type Described = Words & { readonly text: string }

/** The show that it is about, in words: `Harborview Hall, July 4`. */
export type NotificationShow = { readonly id: number; readonly title: string }

/** How the reader's language and time zone have an instant. */
export type InWords = { readonly instant: (instant: string) => string }

const count = z.int().nonnegative()

/** For kinds that are the same for all who get them. */
const noDetail = z.unknown()

/**
 * @param payload the same for all who get it
 * @param detail what concerns one fan alone
 */
function defineKind<P extends z.ZodObject, D extends z.ZodType>(
  payload: P,
  detail: D,
  describe: (content: z.output<P> & z.output<D>, show: NotificationShow | null, words: InWords) => Words,
) {
  const stored = z.intersection(payload, detail)
  return {
    payload,
    detail,
    /** Null when another release has stored it. */
    describeStored(content: unknown, show: NotificationShow | null, words: InWords): Described | null {
      const parsed = stored.safeParse(content)
      if (!parsed.success) return null
      const described = describe(parsed.data, show, words)
      return { ...described, text: textOf(described) }
    },
  }
}

function textOf({ about, rest }: Words): string {
  if (about === null) return rest
  return rest === '' ? `${about}.` : `${about}: ${rest}`
}

/** A song and its points. Not `z.tuple`, which would add 820 bytes to the first view. */
const part = z.custom<readonly [songId: number, points: number]>(
  (given) => Array.isArray(given) && given.length === 2 && given.every(Number.isSafeInteger),
)

const venueOf = (show: NotificationShow | null) => show?.title ?? 'A show'
const builderOf = (show: NotificationShow | null) => show && `/prediction/${show.id}`
const liveOf = (show: NotificationShow | null) => show && `/leaderboard?tab=shows&show=${show.id}`
const scoreOf = (show: NotificationShow | null) => show && `/prediction/${show.id}/score`
const signed = (points: number) => `${points > 0 ? '+' : '−'}${counted(Math.abs(points), 'point')}`

const LEAGUE_TITLES = {
  week: 'The week in your league',
  owner: 'You run a league now',
  deleted: 'A league was deleted',
}

/** Whatever fans are told, with its text and link. */
export const announcementKinds = {
  'lock-moved': defineKind(
    z.object({ from: instant.nullable(), to: instant }),
    noDetail,
    ({ to }, show, words) => ({
      title: 'Picks close at a new time',
      about: venueOf(show),
      rest: `now ${words.instant(to)}.`,
      link: builderOf(show),
    }),
  ),
  'picks-reopened': defineKind(
    z.object({ until: instant, reason: z.string() }),
    noDetail,
    ({ until, reason }, show, words) => ({
      title: 'Picks are open again',
      about: venueOf(show),
      rest: `until ${words.instant(until)}. ${reason}`,
      link: builderOf(show),
    }),
  ),
  'show-cancelled': defineKind(z.object({ reason: z.string().nullable() }), noDetail, ({ reason }, show) => ({
    title: 'This show is cancelled',
    about: venueOf(show),
    rest: reason ?? '',
    link: show && `/shows/${show.id}`,
  })),
  'pick-reminder': defineKind(z.object({ locks_at: instant }), noDetail, ({ locks_at }, show, words) => ({
    title: 'You have no picks yet',
    about: venueOf(show),
    rest: `picks close ${words.instant(locks_at)}.`,
    link: builderOf(show),
  })),
  'final-score': defineKind(
    z.object({ players: count }),
    z.object({ total: count, rank: z.int().positive() }),
    ({ players, total, rank }, show) => ({
      title: `${rank === 1 && total > 0 ? 'You won the night! ' : ''}${counted(total, 'point')}, #${rank} of ${players}`,
      about: venueOf(show),
      rest: '',
      link: scoreOf(show),
    }),
  ),
  'score-corrected': defineKind(
    z.object({ source: correctionSource, songs: z.array(changedSong), raised: count, lowered: count }),
    z.object({ before: count, after: count, parts: z.array(part) }),
    ({ songs, before, after, parts }, show) => ({
      title: `${signed(after - before)} after a setlist correction`,
      about: venueOf(show),
      rest: `${parts.map((part) => partInWords(part, songs)).join('; ')}.`,
      link: scoreOf(show),
    }),
  ),
  'first-song': defineKind(z.object({ song: z.string() }), noDetail, ({ song }, show) => ({
    title: `They opened with ${song}`,
    about: venueOf(show),
    rest: '',
    link: liveOf(show),
  })),
  'you-lead': defineKind(z.object({ total: count }), noDetail, ({ total }, show) => ({
    title: `You took the lead with ${counted(total, 'point')}`,
    about: venueOf(show),
    rest: '',
    link: liveOf(show),
  })),
  'league-news': defineKind(
    z.object({
      news: z.enum(['week', 'owner', 'deleted']),
      league: z.object({ id, name: z.string() }),
    }),
    // Only the news of a week have a place.
    z.object({ place: z.object({ rank: z.int().positive(), of: count, points: count }).optional() }),
    ({ news, league, place }) => ({
      title: place ? `#${place.rank} of ${place.of} last week` : LEAGUE_TITLES[news],
      about: league.name,
      rest: news === 'deleted' ? 'its owner can bring it back for a day.' : pointsOf(place),
      link: news === 'deleted' ? '/leagues' : `/leagues/${league.id}`,
    }),
  ),
  'admin-notice': defineKind(z.object({ text: z.string() }), noDetail, ({ text }) => ({
    title: 'A note from the admins',
    about: null,
    rest: text,
    link: null,
  })),
} as const

const pointsOf = (place?: { points: number }) => (place ? `${counted(place.points, 'point')}.` : '')

function partInWords(
  [songId, points]: z.output<typeof part>,
  songs: readonly z.output<typeof changedSong>[],
): string {
  const song = songs.find((changed) => changed.id === songId)
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}${song ? `: ${songChangeInWords(song)}` : ''}`
}

export type AnnouncementKind = keyof typeof announcementKinds
export type AnnouncementPayload<K extends AnnouncementKind> = z.output<
  (typeof announcementKinds)[K]['payload']
>
export type NotificationDetail<K extends AnnouncementKind> = z.output<(typeof announcementKinds)[K]['detail']>
