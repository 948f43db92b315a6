import { counted } from '@called-it/shared/contract/counted'
import type { SharedResult } from '@called-it/shared/contract/shares'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import { dayInWords } from '@called-it/shared/game/day-in-words'
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
  open: 'picks are open',
  locked: 'picks are closed',
  live: 'live now',
  ended: 'the show is over',
  final: 'the results are here',
  cancelled: 'cancelled',
} as const satisfies Record<ShowPhase, string>

export function slotsOf(content: PreviewContent): Slots {
  switch (content.kind) {
    case 'share': {
      const { name: heading, show, result } = content
      const day = dayInWords(show.date)
      const title = { text: show.venue, below: show.location }
      const isName = true
      if (result === null) return { heading, isName, motto: 'I have picked', title, footer: day }
      const { total, rank, players, machine } = result
      return {
        heading,
        isName,
        number: `${counted(total, 'point')}${result.is_final ? '' : ' so far'}`,
        rank: { text: `#${inDigits(rank)}`, beside: `of ${inDigits(players)}` },
        card: result.slots,
        ...(machine === null ? {} : { machine: comparedBy(total - machine) }),
        footer: `${day}, ${show.venue}`,
      }
    }
    case 'show': {
      const { show, phase, songs, players } = content
      const [month = '', day = '', year = ''] = dayInWords(show.date).split(/,? /)
      // Rounded down while picks come in.
      const isMore = phase === 'open' && players >= 100
      const inAll = isMore ? `${inDigits(players)}+ players` : counted(players, 'player')
      const counts = [...(players > 0 ? [inAll] : []), ...(songs > 0 ? [counted(songs, 'song')] : [])]
      const title = { text: show.venue, below: show.location }
      return {
        heading: month,
        number: `${day} ${year}`,
        note: PHASES[phase],
        title,
        footer: counts.join(', '),
      }
    }
    case 'board': {
      const { title: heading, players, rows } = content
      return { heading, number: counted(players, 'player'), rows, footer: 'leaderboard' }
    }
    case 'invitation': {
      const { league: text, members } = content
      const title = { text, below: 'Call the setlist. Compare your points.', fallback: 'a league' }
      return { heading: 'join the league', number: counted(members, 'member'), title, footer: 'invitation' }
    }
    case 'season': {
      const { tour: heading, shows, players, podium: rows, awards } = content
      const number = `${counted(shows, 'show')}, ${counted(players, 'player')}`
      return { heading, number, rows, awards, footer: 'the season' }
    }
  }
}

function comparedBy(ahead: number): string {
  if (ahead === 0) return 'level with the machine'
  return ahead > 0 ? `beat the machine by ${ahead}` : `${-ahead} behind the machine`
}

const NUMBER = new Intl.NumberFormat('en-US')

/** 12,406 */
export function inDigits(count: number): string {
  return NUMBER.format(count)
}
