import { counted } from '@called-it/shared/contract/counted'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import { dayInWords } from '@called-it/shared/game/day-in-words'
import { resultInWords } from '@called-it/shared/game/share-text'
import type { BoardRow, PreviewContent } from '../preview-images/content.ts'

/** As other sites show a link to the page. */
export type PageWords = { readonly title: string; readonly description: string }

const PHASES = {
  open: 'Picks are open.',
  locked: 'Picks are closed.',
  live: 'The show is on.',
  ended: 'The show is over.',
  final: 'The scores are final.',
  cancelled: 'This show is cancelled.',
} as const satisfies Record<ShowPhase, string>

export function wordsOf(content: PreviewContent): PageWords {
  switch (content.kind) {
    case 'share': {
      const { name, band, show, result } = content
      return {
        title: result ? `${name}: ${resultInWords(result)}` : `${name}: I have picked`,
        description: [band, show.venue, show.location, dayInWords(show.date)].filter(Boolean).join(', '),
      }
    }
    case 'show': {
      const { band, show, phase } = content
      const place = [band, show.location].filter(Boolean).join(', ')
      return { title: `${show.venue}, ${dayInWords(show.date)}`, description: `${place}. ${PHASES[phase]}` }
    }
    case 'board':
      return { title: `${content.title}: leaderboard`, description: standingsInWords(content, content.rows) }
    case 'season':
      return { title: `${content.tour}: the season`, description: standingsInWords(content, content.podium) }
    case 'invitation': {
      const { league, members, band } = content
      return {
        title: `Join ${league}`,
        description: `${counted(members, 'member')}. Predict the setlists of ${band} together.`,
      }
    }
  }
}

function standingsInWords({ players }: { readonly players: number }, rows: readonly BoardRow[]): string {
  const places = rows.map(({ rank, name, points }) => `${rank}. ${name}, ${counted(points, 'point')}`)
  return [counted(players, 'player'), ...places].join(' · ')
}

type Player = {
  readonly name: string
  /** Over every show; null before the first scored one. */
  readonly standing: {
    readonly total: number
    readonly shows: number
    readonly rank: number
  } | null
}

export function wordsOfPlayer({ name, standing }: Player): PageWords {
  if (!standing) return { title: name, description: 'No scored show yet.' }
  const { total, shows, rank } = standing
  return {
    title: name,
    description: `${counted(total, 'point')} in ${counted(shows, 'show')}, #${rank.toLocaleString('en-US')} of all players.`,
  }
}
