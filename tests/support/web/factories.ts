import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import type { ServerEvent } from '@called-it/shared/contract/events'
import type { Leaderboard, LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Run } from '@called-it/shared/contract/runs'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import type { Show } from '@called-it/shared/contract/shows'
import type { Site } from '@called-it/shared/contract/site'
import type { ListedTour } from '@called-it/shared/contract/tours'
import { fake } from './fake-api.ts'

export const ann: CurrentUser = {
  id: 7,
  email: 'ann@example.test',
  display_name: 'Ann Alder',
  avatar_path: null,
  shows_picks: true,
  language: null,
  is_admin: false,
  is_live_operator: false,
  rights_rest: false,
  rights_rest_at: null,
  email_verified: true,
  has_password: true,
  has_passkey: false,
  created_at: '2026-01-01T00:00:00Z',
}

export const visitor = fake(currentUserEndpoints.getCurrentUser, { error: 'not_logged_in' })
export const loggedIn = fake(currentUserEndpoints.getCurrentUser, { ok: ann })

/** Open for picks; the venue is named after the id. */
export function openShow(id: number, showdate: string, rest: Partial<Show> = {}): Show {
  return {
    showid: id,
    show_id: id,
    id,
    showdate,
    date: showdate,
    venue: `Hall ${id}`,
    city: 'Portland',
    state: 'ME',
    country: 'USA',
    location: 'Portland, ME, USA',
    tour_id: 1,
    is_scored: false,
    scored_at: null,
    is_open: true,
    is_cancelled: false,
    locks_at: `${showdate}T23:30:00.000Z`,
    closes_at: `${showdate}T23:30:00.000Z`,
    time_zone: 'America/New_York',
    starts_local: '19:30',
    starts_at: `${showdate}T23:30:00.000Z`,
    utc_offset: -240,
    time_source: 'default',
    phase: 'open',
    overlay: 'closed',
    notice: null,
    version: 1,
    ...rest,
  }
}

export function playedShow(id: number, showdate: string, rest: Partial<Show> = {}): Show {
  return openShow(id, showdate, {
    is_scored: true,
    scored_at: `${showdate}T23:59:00.000Z`,
    is_open: false,
    phase: 'final',
    ...rest,
  })
}

/** An open show of the demo source, with 12 predictions. */
export function adminShow(id: number, showdate: string, rest: Partial<AdminShow> = {}): AdminShow {
  return {
    ...openShow(id, showdate),
    source: 'demo',
    edited_by_hand: false,
    excluded: false,
    exclusion_reason: null,
    vanished: false,
    predictions: 12,
    setlist: null,
    set_starts_local: null,
    set_locks_at: null,
    ...rest,
  }
}

/** Entered by hand; songs are named after their ids. */
export function setlistOf(revision: number, set1: readonly number[]): CurrentSetlist {
  return {
    revision,
    origin: 'hand',
    set1: set1.map((id) => ({ id, name: `Song ${id}` })),
    set2: [],
    encore: [],
    further: [],
    notes: null,
    createdAt: '2031-03-06T00:00:00Z',
  }
}

/** Ann's prediction, with one song in each set. */
export function predictionOf(showId: number, rest: Partial<Prediction> = {}): Prediction {
  return {
    id: 100 + showId,
    user_id: ann.id,
    show_id: showId,
    created_at: '2026-01-02T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    score: null,
    setlist: {
      set1: [{ id: 1, name: `Opener ${showId}` }, ...Array.from({ length: 7 }, () => null)],
      set2: [null, { id: 2, name: `Jam ${showId}` }, ...Array.from({ length: 6 }, () => null)],
      encore: [{ id: 3, name: `Lullaby ${showId}` }, null, null],
    },
    version: 1,
    ...rest,
  }
}

/** Show 12, scored in 1.4 s. */
export function runOf(rest: Partial<Run> = {}): Run {
  return {
    id: 1,
    kind: 'score-show',
    subject: 'show:12',
    showId: 12,
    state: 'done',
    done: 40,
    total: 40,
    result: { processed: 40, errors: 0 },
    error: null,
    orderedBy: 'Ada Admin',
    createdAt: '2026-07-04T21:00:00Z',
    workedMs: 1_400,
    endedAt: '2026-07-04T21:00:02Z',
    ...rest,
  }
}

export function boardRow(userId: number, rank: number, totalScore: number, userName = `fan ${userId}`) {
  return {
    rank,
    userId,
    userName,
    avatar: null,
    showsParticipated: 4,
    bestScore: 31,
    totalScore,
  } satisfies LeaderboardEntry
}

export function boardOf(rows: LeaderboardEntry[], rest: Partial<Leaderboard> = {}): Leaderboard {
  return { leaderboard: rows, total: rows.length, next: null, version: 4, ...rest }
}

/** The step after `boardOf`, on the board of all tours. */
export function boardChange(changed: LeaderboardEntry[], total = changed.length) {
  return {
    topic: 'board:0',
    from: 4,
    to: 5,
    board: 0,
    total,
    changed,
    removed: [],
  } satisfies ServerEvent<'leaderboard:changed'>
}

export const tours: ListedTour[] = [
  {
    id: 3,
    name: 'Lamplight Tour',
    start_date: '2026-04-01',
    end_date: '2026-05-01',
    description: null,
    final_show: null,
  },
  {
    id: 2,
    name: 'Meridian Tour',
    start_date: '2025-02-01',
    end_date: '2025-03-26',
    description: null,
    final_show: null,
  },
]

export const site: Site = {
  product: 'Called It',
  band: { name: 'The Lantern Parade', shortName: 'the Parade' },
  songwriter: { name: 'Wren Alder', slug: 'wren' },
  dataSite: { name: 'lantern.example', url: null },
  isDemo: false,
  nicknames: {},
  texts: {
    welcomeTitle: 'pick the setlist, score points, share',
    welcomeText: 'call the songs of the next Lantern Parade show',
    upcomingTitle: 'spring tour 2025',
    overlayHeadline: 'The Lantern Parade is playing right now. where are your shoes?',
    kickstartLabel: 'kung-fu setlist kickstart',
    kickstartMessage: 'songs added',
    footer: ['A fun side project, not affiliated with the band.'],
  },
}
