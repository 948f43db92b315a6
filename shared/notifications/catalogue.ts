import { z } from 'zod'
import { changedSong, correctionSource } from '../contract/corrections.ts'
import { counted } from '../contract/counted.ts'
import { id, instant } from '../contract/fields.ts'
import { songChangeInWords } from './song-change-words.ts'

/** Of a notification. `link` is a path of the site. */
export type Described = { readonly title: string; readonly text: string; readonly link: string | null }

/** The show that it is about, in words: `Harborview Hall, July 4`. */
export type NotificationShow = { readonly id: number; readonly title: string }

/** How the reader's language and time zone have an instant. */
export type InWords = { readonly instant: (instant: string) => string }

const count = z.int().nonnegative()

type Fields = z.ZodObject | null
type Output<F extends Fields> = F extends z.ZodObject ? z.output<F> : unknown

/**
 * @param payload the same for all who get it
 * @param detail what concerns one fan alone
 */
function defineKind<P extends z.ZodObject, D extends Fields>(
  payload: P,
  detail: D,
  describe: (content: Output<P> & Output<D>, show: NotificationShow | null, words: InWords) => Described,
) {
  return { payload, detail, describe }
}

const venueOf = (show: NotificationShow | null) => show?.title ?? 'A show'
const builderOf = (show: NotificationShow | null) => show && `/prediction/${show.id}`
const scoreOf = (show: NotificationShow | null) => show && `/prediction/${show.id}/score`
const signed = (points: number) => `${points > 0 ? '+' : '−'}${counted(Math.abs(points), 'point')}`

/** Whatever fans are told, with its text and link. */
export const announcementKinds = {
  'lock-moved': defineKind(
    z.object({ from: instant.nullable(), to: instant }),
    null,
    ({ to }, show, words) => ({
      title: 'Picks close at another time',
      text: `${venueOf(show)}: they close ${words.instant(to)}.`,
      link: builderOf(show),
    }),
  ),
  'picks-reopened': defineKind(
    z.object({ until: instant, reason: z.string() }),
    null,
    ({ until, reason }, show, words) => ({
      title: 'Picks are open again',
      text: `${venueOf(show)}, until ${words.instant(until)}: ${reason}`,
      link: builderOf(show),
    }),
  ),
  'show-cancelled': defineKind(z.object({ reason: z.string().nullable() }), null, ({ reason }, show) => ({
    title: 'Show cancelled',
    text: reason === null ? `${venueOf(show)}.` : `${venueOf(show)}: ${reason}`,
    link: show && `/shows/${show.id}`,
  })),
  'final-score': defineKind(
    z.object({ players: count }),
    z.object({ total: count, rank: z.int().positive() }),
    ({ players, total, rank }, show) => ({
      title: `Final: ${counted(total, 'point')}`,
      text: `${venueOf(show)}: rank ${rank} of ${players}.`,
      link: scoreOf(show),
    }),
  ),
  'score-corrected': defineKind(
    z.object({ source: correctionSource, songs: z.array(changedSong), raised: count, lowered: count }),
    z.object({ before: count, after: count, parts: z.array(z.tuple([id, z.int()])) }),
    ({ songs, before, after, parts }, show) => ({
      title: `${signed(after - before)} by a correction`,
      text: `${venueOf(show)}: ${parts.map((part) => partInWords(part, songs)).join('; ')}.`,
      link: scoreOf(show),
    }),
  ),
  'admin-notice': defineKind(z.object({ text: z.string() }), null, ({ text }) => ({
    title: 'A notice from the admins',
    text,
    link: null,
  })),
} as const

function partInWords(
  [songId, points]: readonly [songId: number, points: number],
  songs: readonly z.output<typeof changedSong>[],
): string {
  const song = songs.find((changed) => changed.id === songId)
  return `${points > 0 ? '+' : '−'}${Math.abs(points)}${song ? `: ${songChangeInWords(song)}` : ''}`
}

export type AnnouncementKind = keyof typeof announcementKinds
export type AnnouncementPayload<K extends AnnouncementKind> = z.output<
  (typeof announcementKinds)[K]['payload']
>
export type NotificationDetail<K extends AnnouncementKind> = Output<(typeof announcementKinds)[K]['detail']>
