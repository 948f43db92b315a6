import { countPerformances } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { phaseOfShow } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findInvitedLeague } from '@called-it/infra/postgres/queries/leagues/league-members'
import { countPlayers, listBoard } from '@called-it/infra/postgres/queries/standings/standings'
import { pathId } from '@called-it/shared/contract/fields'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { PreviewKind } from '@called-it/shared/contract/preview-images'
import type { Season } from '@called-it/shared/contract/seasons'
import type { Site } from '@called-it/shared/contract/site'
import { type Worded, worded } from '@called-it/shared/languages/translate'
import { ApiError } from '../http/errors.ts'
import type {
  Award,
  BoardContent,
  BoardRow,
  InvitationContent,
  PreviewContent,
  SeasonContent,
  ShareContent,
  ShowContent,
} from '../preview-images/content.ts'
import { openPlayerCounts } from './player-counts.ts'
import { readSeason, type SeasonParts } from './season.ts'
import { readSharedCard } from './shared-card.ts'
import { getShow } from './show.ts'
import { getTour } from './tour.ts'

/**
 * What the preview image of a page shows, also for the page's title and description.
 *
 * @throws ApiError as the page: 404, 409 or 410; `unavailable` while a season is being built
 */
export type ReadPreviewContent = (kind: PreviewKind, subject: string) => Promise<PreviewContent>

export function openPreviewContent({ db, builds, site }: SeasonParts & { site: Site }): ReadPreviewContent {
  const countPicks = openPlayerCounts(db)

  async function readShare(token: string): Promise<ShareContent> {
    const { name, show, result } = await readSharedCard(db, site, token)
    const { date, venue, location } = show
    return { kind: 'share', band: site.band.name, name, show: { date, venue, location }, result }
  }

  async function readShow(showId: number): Promise<ShowContent> {
    const show = await getShow(db, showId)
    const phase = phaseOfShow(show)
    const { showdate: date, venue, location, setlistRevisionId } = show
    const players = await countPicks(show)
    return {
      kind: 'show',
      band: site.band.name,
      show: { date, venue, location },
      phase,
      songs: setlistRevisionId === null ? 0 : await countPerformances(db, setlistRevisionId),
      // Each pick would be another image.
      players: phase === 'open' ? roundDown(players) : players,
    }
  }

  async function readBoard(board: number): Promise<BoardContent> {
    const title = board === GLOBAL_BOARD ? null : (await getTour(db, board)).name
    return {
      kind: 'board',
      band: site.band.name,
      title,
      players: await countPlayers(db, board),
      rows: await readTop(board),
    }
  }

  async function readInvitation(token: string): Promise<InvitationContent> {
    // A code may be tried only as often as the rate limit allows.
    const league = LEAGUE_CODE.test(token) ? null : await findInvitedLeague(db, token, null)
    if (!league) throw new ApiError('invitation_not_found')
    return { kind: 'invitation', band: site.band.name, league: league.name, members: league.members }
  }

  async function readSeasonContent(tourId: number): Promise<SeasonContent> {
    const season = await readSeason({ db, builds }, tourId, WITHOUT_WAITING)
    if (!season) throw new ApiError('unavailable', { shed: 'busy' })
    const { tour, shows, players, table, awards } = season
    const podium = table
      .slice(0, 3)
      .map((row) => ({ rank: row.rank, name: row.userName, points: row.totalScore }))
    return {
      kind: 'season',
      band: site.band.name,
      tour: tour.name,
      shows,
      players,
      podium,
      awards: listAwards(awards),
    }
  }

  async function readTop(board: number): Promise<BoardRow[]> {
    const { rows } = await listBoard(db, board, { limit: 3 })
    return rows.map(({ rank, displayName, total }) => ({ rank, name: displayName, points: total }))
  }

  return async (kind, subject) => {
    switch (kind) {
      case 'share':
        return readShare(subject)
      case 'show':
        return readShow(readId(subject))
      case 'board':
        return readBoard(subject === String(GLOBAL_BOARD) ? GLOBAL_BOARD : readId(subject))
      case 'invitation':
        return readInvitation(subject)
      case 'season':
        return readSeasonContent(readId(subject))
    }
  }
}

function readId(subject: string): number {
  const id = pathId.safeParse(subject)
  if (!id.success) throw new ApiError('not_found')
  return id.data
}

const WITHOUT_WAITING = AbortSignal.abort()

/** To two digits: 412 is 410. */
function roundDown(count: number): number {
  const step = 10 ** Math.max(0, String(count).length - 2)
  return Math.floor(count / step) * step
}

function listAwards({ most_improved, best_night, boldest_call }: Season['awards']): Award[] {
  const award = (kind: Award['award'], { player }: { player: NamedPlayer }, fact: Worded): Award[] => [
    { award: kind, name: player.display_name, fact },
  ]
  return [
    ...(most_improved
      ? award(
          'image.improved',
          most_improved,
          worded('image.improved-by', {
            before: Math.round(most_improved.before),
            after: Math.round(most_improved.after),
          }),
        )
      : []),
    ...(best_night
      ? award('image.best-night', best_night, worded('image.points', { count: best_night.total }))
      : []),
    ...(boldest_call
      ? award('image.boldest', boldest_call, worded('image.gap', { count: boldest_call.gap }))
      : []),
  ]
}
