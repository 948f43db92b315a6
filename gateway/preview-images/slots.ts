import type { SharedResult } from '@called-it/shared/contract/shares'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import { dateFormat } from '@called-it/shared/languages/formats'
import type { PlainId, Translate } from '@called-it/shared/languages/translate'
import { dayInWords } from '@called-it/shared/words/day-in-words'
import type { Award, BoardRow, PreviewContent } from './content.ts'

/** What the template shows: a heading and something large in the left half, the rest in the right one. */
export type Slots = {
  readonly heading: string
  /** The heading is a user's name. */
  readonly isName?: true
  /** Its first word is as large as fits, the rest says what it counts. */
  readonly number?: string
  /** In place of a number. */
  readonly motto?: string
  readonly note?: string
  readonly rank?: { readonly text: string; readonly beside: string }
  readonly title?: { readonly text: string; readonly below: string; readonly fallback?: string }
  /** At most three are shown, as of `awards`. */
  readonly rows?: readonly BoardRow[]
  readonly awards?: readonly Award[]
  readonly card?: SharedResult['slots']
  readonly machine?: string
  /** Beside the sign; its end may be cut. */
  readonly footer: string
}

const PHASES = {
  open: 'image.open',
  locked: 'image.locked',
  live: 'image.live',
  ended: 'image.ended',
  final: 'image.final',
  cancelled: 'image.cancelled',
} as const satisfies Record<ShowPhase, PlainId>

export function slotsOf(content: PreviewContent, t: Translate): Slots {
  switch (content.kind) {
    case 'share': {
      const { name: heading, show, result } = content
      const day = dayInWords(show.date, t.language)
      const title = { text: show.venue, below: show.location }
      const isName = true
      if (result === null) return { heading, isName, motto: t('image.picked'), title, footer: day }
      const { total, rank, players, machine } = result
      return {
        heading,
        isName,
        number: t(result.is_final ? 'image.points' : 'image.points-so-far', { count: total }),
        rank: { text: t('image.rank', { rank }), beside: t('image.of', { players }) },
        card: result.slots,
        ...(machine === null ? {} : { machine: comparedBy(total - machine, t) }),
        footer: `${day}, ${show.venue}`,
      }
    }
    case 'show': {
      const { show, phase, songs, players } = content
      const [year = '', month = '', day = ''] = show.date.slice(0, 10).split('-')
      const heading = dateFormat(t.language, { month: 'short' }).format(
        new Date(Number(year), Number(month) - 1),
      )
      // Rounded down while picks come in.
      const isMore = phase === 'open' && players >= 100
      const inAll = t(isMore ? 'image.players-more' : 'image.players', { count: players })
      const counts = [
        ...(players > 0 ? [inAll] : []),
        ...(songs > 0 ? [t('image.songs', { count: songs })] : []),
      ]
      return {
        heading,
        number: `${Number(day)} ${year}`,
        note: t(PHASES[phase]),
        title: { text: show.venue, below: show.location },
        footer: counts.join(', '),
      }
    }
    case 'board': {
      const { title, players, rows } = content
      const heading = title ?? t('image.all-shows')
      return { heading, number: t('image.players', { count: players }), rows, footer: t('image.board') }
    }
    case 'invitation': {
      const { league: text, members } = content
      const title = { text, below: t('image.invited'), fallback: t('image.a-league') }
      const number = t('image.members', { count: members })
      return { heading: t('image.join'), number, title, footer: t('image.invitation') }
    }
    case 'season': {
      const { tour: heading, shows, players, podium: rows, awards } = content
      const number = t('image.season-counts', { shows, players })
      return { heading, number, rows, awards, footer: t('image.season') }
    }
  }
}

function comparedBy(ahead: number, t: Translate): string {
  if (ahead === 0) return t('image.level')
  return ahead > 0 ? t('image.ahead', { points: ahead }) : t('image.behind', { points: -ahead })
}
