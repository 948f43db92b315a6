import type { PublicPage } from '@called-it/shared/contract/page-paths'
import { PRODUCT } from '@called-it/shared/contract/site'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import type { PlainId, TextId, Translate } from '@called-it/shared/languages/translate'
import { dayInWords } from '@called-it/shared/words/day-in-words'
import { resultInWords } from '@called-it/shared/words/share-text'
import type { BoardRow, PreviewContent } from '../preview-images/content.ts'

/** As other sites show a link to the page. */
export type PageWords = { readonly title: string; readonly description: string }

const PHASES = {
  open: 'head.open',
  locked: 'head.locked',
  live: 'head.live',
  ended: 'head.ended',
  final: 'head.final',
  cancelled: 'head.cancelled',
} as const satisfies Record<ShowPhase, PlainId>

/** Of pages that need no data for them: title, which home has none of, and description. */
export const WORDS = {
  home: [null, 'head.about-home'],
  machine: ['head.machine', 'head.about-machine'],
  aboveExpectation: ['head.chance', 'head.about-chance'],
  practiceShows: ['head.practice', 'head.about-practice'],
  privacy: ['legal.title-privacy', 'legal.head-privacy'],
  terms: ['legal.title-terms', 'legal.head-terms'],
} as const satisfies Partial<Record<PublicPage, readonly [PlainId | null, PlainId]>>

export function plainWords(page: keyof typeof WORDS, t: Translate): PageWords {
  const [title, description] = WORDS[page]
  return { title: title ? t(title) : PRODUCT, description: t(description) }
}

/** Of what else there is of a show, by the last part of the path. */
export const OF_SHOW = {
  proof: ['head.proof', 'head.about-proof'],
  replay: ['head.replay', 'head.about-replay'],
  practice: ['head.practice-of', 'head.about-practice'],
} as const satisfies Partial<Record<PublicPage, readonly [TextId, PlainId]>>

export function wordsOfShowPart(part: keyof typeof OF_SHOW, show: string, t: Translate): PageWords {
  const [title, description] = OF_SHOW[part]
  return { title: t(title, { show }), description: t(description) }
}

export function wordsOf(content: PreviewContent, t: Translate): PageWords {
  switch (content.kind) {
    case 'share': {
      const { name, band, show, result } = content
      const date = dayInWords(show.date, t.language)
      return {
        title: result
          ? t('head.share', { name, result: resultInWords(result, t) })
          : t('head.share-picked', { name }),
        description: [band, show.venue, show.location, date].filter(Boolean).join(', '),
      }
    }
    case 'show': {
      const { band, show, phase } = content
      const place = [band, show.location].filter(Boolean).join(', ')
      const date = dayInWords(show.date, t.language)
      return { title: `${show.venue}, ${date}`, description: `${place}. ${t(PHASES[phase])}` }
    }
    case 'board': {
      const title = t('head.board', { board: content.title ?? t('head.all-shows') })
      return { title, description: standingsInWords(content, content.rows, t) }
    }
    case 'season': {
      const title = t('head.season', { tour: content.tour })
      return { title, description: standingsInWords(content, content.podium, t) }
    }
    case 'invitation': {
      const { league, members, band } = content
      return { title: t('head.join', { league }), description: t('head.about-league', { members, band }) }
    }
  }
}

function standingsInWords(
  { players }: { readonly players: number },
  rows: readonly BoardRow[],
  t: Translate,
): string {
  const places = rows.map(({ rank, name, points }) => t('head.place', { rank: String(rank), name, points }))
  return [t('head.players', { count: players }), ...places].join(' · ')
}

type PlayedSong = {
  readonly name: string
  readonly times_played: number
  readonly last_played: string | null
}

export function wordsOfSong({ name, times_played: plays, last_played }: PlayedSong, t: Translate): PageWords {
  if (plays === 0) return { title: name, description: t('head.not-played') }
  const description = last_played
    ? t('head.played-last', { plays, last: dayInWords(last_played, t.language) })
    : t('head.played', { plays })
  return { title: name, description }
}

type TourDates = { readonly name: string; readonly start_date: string; readonly end_date: string }

export function wordsOfTour({ name, start_date, end_date }: TourDates, t: Translate): PageWords {
  const [first, last] = [dayInWords(start_date, t.language), dayInWords(end_date, t.language)]
  return { title: name, description: t('head.about-tour', { first, last }) }
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

export function wordsOfPlayer({ name, standing }: Player, t: Translate): PageWords {
  if (!standing) return { title: name, description: t('head.no-score') }
  const { total, shows, rank } = standing
  return { title: name, description: t('head.about-player', { total, shows, rank }) }
}
