import { z } from 'zod'
import { changedSong, correctionSource } from '../contract/corrections.ts'
import { id, instant } from '../contract/fields.ts'
import type { Translate } from '../languages/translate.ts'
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

/** The reader's language, and how it and the reader's time zone have an instant. */
export type InWords = { readonly t: Translate; readonly instant: (instant: string) => string }

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
      return { ...described, text: textOf(described, words.t) }
    },
  }
}

function textOf({ about, rest }: Words, t: Translate): string {
  if (about === null) return rest
  return rest === '' ? t('notice.text-short', { about }) : t('notice.text', { about, rest })
}

/** A song and its points. Not `z.tuple`, which would add 820 bytes to the first view. */
const part = z.custom<readonly [songId: number, points: number]>(
  (given) => Array.isArray(given) && given.length === 2 && given.every(Number.isSafeInteger),
)

const venueOf = (show: NotificationShow | null, t: Translate) => show?.title ?? t('notice.a-show')
const builderOf = (show: NotificationShow | null) => show && `/prediction/${show.id}`
const liveOf = (show: NotificationShow | null) => show && `/leaderboard?tab=shows&show=${show.id}`
const scoreOf = (show: NotificationShow | null) => show && `/prediction/${show.id}/score`
const signOf = (points: number) => (points > 0 ? '+' : '−')

const LEAGUE_TITLES = {
  week: 'notice.week',
  owner: 'notice.owner',
  deleted: 'notice.deleted',
} as const

/** Whatever fans are told, with its text and link. */
export const announcementKinds = {
  'lock-moved': defineKind(
    z.object({ from: instant.nullable(), to: instant }),
    noDetail,
    ({ to }, show, { t, instant }) => ({
      title: t('notice.lock-moved'),
      about: venueOf(show, t),
      rest: t('notice.now', { time: instant(to) }),
      link: builderOf(show),
    }),
  ),
  'picks-reopened': defineKind(
    z.object({ until: instant, reason: z.string() }),
    noDetail,
    ({ until, reason }, show, { t, instant }) => ({
      title: t('notice.reopened'),
      about: venueOf(show, t),
      rest: t('notice.until', { time: instant(until), reason }),
      link: builderOf(show),
    }),
  ),
  'show-cancelled': defineKind(
    z.object({ reason: z.string().nullable() }),
    noDetail,
    ({ reason }, show, { t }) => ({
      title: t('notice.cancelled'),
      about: venueOf(show, t),
      rest: reason ?? '',
      link: show && `/shows/${show.id}`,
    }),
  ),
  'pick-reminder': defineKind(
    z.object({ locks_at: instant }),
    noDetail,
    ({ locks_at }, show, { t, instant }) => ({
      title: t('notice.no-picks'),
      about: venueOf(show, t),
      rest: t('notice.close-at', { time: instant(locks_at) }),
      link: builderOf(show),
    }),
  ),
  'final-score': defineKind(
    z.object({ players: count }),
    z.object({ total: count, rank: z.int().positive() }),
    ({ players, total, rank }, show, { t }) => ({
      title: t(rank === 1 && total > 0 ? 'notice.won' : 'notice.final', {
        points: total,
        rank: String(rank),
        players: String(players),
      }),
      about: venueOf(show, t),
      rest: '',
      link: scoreOf(show),
    }),
  ),
  'score-corrected': defineKind(
    z.object({ source: correctionSource, songs: z.array(changedSong), raised: count, lowered: count }),
    z.object({ before: count, after: count, parts: z.array(part) }),
    ({ songs, before, after, parts }, show, { t }) => ({
      title: t('notice.corrected', {
        sign: signOf(after - before),
        points: Math.abs(after - before),
      }),
      about: venueOf(show, t),
      rest: `${parts.map((part) => partInWords(part, songs, t)).join('; ')}.`,
      link: scoreOf(show),
    }),
  ),
  'first-song': defineKind(z.object({ song: z.string() }), noDetail, ({ song }, show, { t }) => ({
    title: t('notice.opened', { song }),
    about: venueOf(show, t),
    rest: '',
    link: liveOf(show),
  })),
  'you-lead': defineKind(z.object({ total: count }), noDetail, ({ total }, show, { t }) => ({
    title: t('notice.lead', { points: total }),
    about: venueOf(show, t),
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
    ({ news, league, place }, _, { t }) => ({
      title: place
        ? t('notice.place', { rank: String(place.rank), players: String(place.of) })
        : t(LEAGUE_TITLES[news]),
      about: league.name,
      rest: news === 'deleted' ? t('notice.restorable') : pointsOf(place, t),
      link: news === 'deleted' ? '/leagues' : `/leagues/${league.id}`,
    }),
  ),
  'admin-notice': defineKind(z.object({ text: z.string() }), noDetail, ({ text }, _, { t }) => ({
    title: t('notice.from-admins'),
    about: null,
    rest: text,
    link: null,
  })),
} as const

function pointsOf(place: { points: number } | undefined, t: Translate): string {
  return place ? t('notice.points', { points: place.points }) : ''
}

function partInWords(
  [songId, points]: z.output<typeof part>,
  songs: readonly z.output<typeof changedSong>[],
  t: Translate,
): string {
  const song = songs.find((changed) => changed.id === songId)
  return `${signOf(points)}${Math.abs(points)}${song ? `: ${songChangeInWords(song, t)}` : ''}`
}

export type AnnouncementKind = keyof typeof announcementKinds
export type AnnouncementPayload<K extends AnnouncementKind> = z.output<
  (typeof announcementKinds)[K]['payload']
>
export type NotificationDetail<K extends AnnouncementKind> = z.output<(typeof announcementKinds)[K]['detail']>
