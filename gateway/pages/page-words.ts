import { counted } from '@called-it/shared/contract/counted'
import type { PublicPage } from '@called-it/shared/contract/page-paths'
import { PRODUCT } from '@called-it/shared/contract/site'
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

/** Of pages that need no data for them. */
export const WORDS = {
  home: {
    title: PRODUCT,
    description: 'Pick the setlist, score points, brag: the setlist prediction game.',
  },
  machine: {
    title: 'You and the machine',
    description: 'The machine picks every show by chance alone. See each of its nights, and who beat it.',
  },
  aboveExpectation: {
    title: 'You and chance',
    description: 'Players by the points that they scored beyond what their picks were likely to bring.',
  },
  practiceShows: {
    title: 'Practice',
    description: 'Guess the songs of a past show from what was known the day before.',
  },
} as const satisfies Partial<Record<PublicPage, PageWords>>

/** Of what else there is of a show, by the last part of the path. */
export const OF_SHOW = {
  proof: (show: string) => ({
    title: `Proof of the picks: ${show}`,
    description: 'Check that no pick was changed after the lock.',
  }),
  replay: (show: string) => ({
    title: `Replay: ${show}`,
    description: 'Watch how the board moved, song by song.',
  }),
  practice: (show: string) => ({ title: `Practice: ${show}`, description: WORDS.practiceShows.description }),
} as const satisfies Partial<Record<PublicPage, (show: string) => PageWords>>

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

type PlayedSong = {
  readonly name: string
  readonly times_played: number
  readonly last_played: string | null
}

export function wordsOfSong({ name, times_played, last_played }: PlayedSong): PageWords {
  const last = last_played && `, last on ${dayInWords(last_played)}`
  return {
    title: name,
    description:
      times_played === 0 ? 'Not played yet.' : `Played at ${counted(times_played, 'show')}${last ?? ''}.`,
  }
}

type TourDates = { readonly name: string; readonly start_date: string; readonly end_date: string }

export function wordsOfTour({ name, start_date, end_date }: TourDates): PageWords {
  const dates = `${dayInWords(start_date)} to ${dayInWords(end_date)}`
  return { title: name, description: `${dates}: every setlist, the songs by plays, bust-outs and debuts.` }
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
