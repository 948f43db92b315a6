import type { ShowPhase } from '@called-it/shared/game/calendar'
import { dayInWords } from '@called-it/shared/game/day-in-words'
import type { Colours } from './colours.ts'
import type { ShowContent } from './content.ts'
import { counted, footer, inDigits, leftHalf } from './frame.ts'
import { largeText } from './parts.ts'
import type { Drawing } from './text.ts'

const PHASES = {
  open: 'picks are open',
  locked: 'picks are closed',
  live: 'live now',
  ended: 'the show is over',
  final: 'the results are here',
  cancelled: 'cancelled',
} as const satisfies Record<ShowPhase, string>

export function drawShow({ band, show, phase, songs, players }: ShowContent, colours: Colours): Drawing {
  const [monthAndDay = '', year = ''] = dayInWords(show.date).split(', ')
  const [month = '', day = ''] = monthAndDay.split(' ')
  // Rounded down while picks come in.
  const inAll =
    phase === 'open' && players >= 100 ? `${inDigits(players)}+ players` : counted(players, 'player')
  const counts = [players > 0 ? inAll : '', songs > 0 ? counted(songs, 'song') : '']
  return {
    shapes: '',
    texts: [
      ...leftHalf({ heading: month, number: day, unit: year }, colours),
      { text: PHASES[phase], x: 72, y: 548, width: 412, font: 'display', size: 44, colour: colours.left },
      largeText(show.venue, show.location, colours),
      ...footer(band, counts.filter((count) => count !== '').join(', '), colours),
    ],
  }
}
