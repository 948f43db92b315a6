import { isDeepStrictEqual } from 'node:util'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Postgres } from '@called-it/infra/postgres/client'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getTourPlayers, storeLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import {
  getLivePlayers,
  type LivePlayers,
  type LiveShowState,
} from '@called-it/infra/postgres/queries/live/live-shows'
import { announceToUsers } from '@called-it/infra/postgres/queries/notifications/announcements'
import { countPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import type { StoredTourBoard } from '@called-it/infra/postgres/schema/live'
import { topics } from '@called-it/shared/contract/events'
import { MAX_HOLDERS, SHOW_BOARD_PAGE, TOP_ROWS } from '@called-it/shared/contract/live-shows'
import { countSongs } from '@called-it/shared/game/arranged-sets'
import { packHistogram } from '@called-it/shared/game/live/histogram'
import { LiveBoard } from '@called-it/shared/game/live/live-board'
import { TourAsItStands, type TourPlayers } from '@called-it/shared/game/live/tour-board'
import type { MergedSongs } from '@called-it/shared/game/merged-songs'
import type { ActualSetlist } from '@called-it/shared/game/setlist'

/** Predictions of a closed show change only by hand, and counting a million takes 0.1 s. */
const COUNT_EVERY_MS = 10_000

/** Before that the lead says little. */
const MIN_SONGS_OF_LEAD = 3

const NO_SONGS: ActualSetlist = { set1: [], set2: [], encore: [], further: [] }

export type ShowBoardParts = {
  postgres: Postgres
  publisher: EventPublisher
  /** @param seconds since the setlist was read */
  onStored?: (seconds: number) => void
  countEveryMs?: number
}

type Loaded = Pick<LivePlayers, 'userIds' | 'showsPicks'> & {
  readonly lock: string
  readonly merged: MergedSongs
  readonly board: LiveBoard
}

/** The live board of one show: its predictions in memory, from the end of the picks on. */
export class ShowBoard {
  readonly #parts: ShowBoardParts
  readonly #signal: AbortSignal
  #loaded: Loaded | null = null
  #countedAt = 0
  #tour: { readonly of: string; readonly board: TourAsItStands } | null = null
  /** What the stored board is of. */
  #stored: LiveShowState | null = null
  /** Those who were notified that they lead. The job that does it knows those of other workers, too. */
  readonly #leaders = new Set<number>()

  constructor(parts: ShowBoardParts, signal: AbortSignal) {
    this.#parts = parts
    this.#signal = signal
  }

  /** Stores the board of the newest revision, if it has changed or what it is computed from. */
  async update(show: LiveShowState, merged: MergedSongs): Promise<void> {
    const startedAt = performance.now()
    if (!show.arePicksPublic) {
      this.#forget()
      return
    }
    if (this.#loaded && (await this.#isOutdated(this.#loaded, show, merged))) this.#forget()
    if (this.#loaded && isDeepStrictEqual(this.#stored, show)) return
    this.#loaded ??= await this.#load(show, merged)
    await this.#store(this.#loaded, show)
    this.#stored = show
    this.#parts.onStored?.((performance.now() - startedAt) / 1_000)
  }

  #forget(): void {
    this.#loaded = null
    this.#tour = null
    this.#stored = null
  }

  async #isOutdated(loaded: Loaded, show: LiveShowState, merged: MergedSongs): Promise<boolean> {
    if (loaded.lock !== show.lock || !isDeepStrictEqual(loaded.merged, merged)) return true
    const { postgres, countEveryMs = COUNT_EVERY_MS } = this.#parts
    if (performance.now() - this.#countedAt < countEveryMs) return false
    this.#countedAt = performance.now()
    return (await countPredictions(postgres.db, show.showId)) !== loaded.userIds.length
  }

  async #load(show: LiveShowState, merged: MergedSongs): Promise<Loaded> {
    const { showId, lock } = show
    const { db, pool } = this.#parts.postgres
    this.#countedAt = performance.now()
    // The saves that have passed the check of the lock are not committed yet.
    const [count] = await Promise.all([countPredictions(db, showId), waitForSaves(db, showId)])
    const [{ userIds, showsPicks, picks }, tourPlayers] = await Promise.all([
      getLivePlayers(pool, showId, count, this.#signal),
      this.#getTourPlayers(show),
    ])
    if (tourPlayers) this.#tour = { of: tourOf(show), board: new TourAsItStands(tourPlayers, userIds) }
    return { userIds, showsPicks, lock, merged, board: new LiveBoard(picks, merged) }
  }

  async #getTourPlayers({ tourId, showId }: LiveShowState): Promise<TourPlayers | null> {
    return tourId === null ? null : getTourPlayers(this.#parts.postgres.db, tourId, showId)
  }

  async #store({ userIds, showsPicks, board }: Loaded, show: LiveShowState): Promise<void> {
    const { postgres, publisher } = this.#parts
    const { showId, revision, revisionId, openSet, isScored, lock } = show
    const actual = revisionId === null ? NO_SONGS : await getActualSetlist(postgres.db, revisionId)
    board.update(actual, isScored ? null : openSet)
    const idOf = (player: number) => userIds[player] ?? 0
    const row = {
      showId,
      lock,
      revision,
      players: userIds.length,
      histogram: packHistogram(board.histogram()),
      top: board.top(TOP_ROWS).map(({ player, total }): [number, number] => [idOf(player), total]),
      songs: board.songs().map((song) => {
        const holders = board.firstHolders(song.songId, MAX_HOLDERS, showsPicks)
        return { ...song, holders: holders.map(idOf) }
      }),
      userIds: new Int32Array(board.order().map(idOf)),
      tour: await this.#tourBoard(show, userIds, board),
    }
    const isRunning = !isScored && openSet !== null && countSongs(actual) >= MIN_SONGS_OF_LEAD
    const leaders = isRunning ? leadersOf(row.top).filter((userId) => !this.#leaders.has(userId)) : []
    const total = row.top[0]?.[1] ?? 0
    const isStored = await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
      if (!(await storeLiveBoard(trx, row))) return false
      changed.add(topics.live(showId))
      await announceToUsers(trx, { kind: 'you-lead', showId, payload: { total }, userIds: leaders })
      return true
    })
    if (isStored) for (const userId of leaders) this.#leaders.add(userId)
  }

  async #tourBoard(
    show: LiveShowState,
    userIds: Int32Array,
    { totals }: LiveBoard,
  ): Promise<StoredTourBoard | null> {
    const of = tourOf(show)
    if (this.#tour?.of !== of) {
      const tourPlayers = await this.#getTourPlayers(show)
      this.#tour = tourPlayers && { of, board: new TourAsItStands(tourPlayers, userIds) }
    }
    if (!this.#tour) return null
    const { players, histogram, top } = this.#tour.board.board(totals, SHOW_BOARD_PAGE)
    return { players, histogram: packHistogram(histogram), top }
  }
}

/** Nobody, where nobody has points or the last of the top shares the lead: so many do not lead. */
function leadersOf(top: readonly (readonly [userId: number, total: number])[]): number[] {
  const most = top[0]?.[1] ?? 0
  const leaders = top.filter(([, total]) => total === most)
  return most === 0 || leaders.length === TOP_ROWS ? [] : leaders.map(([userId]) => userId)
}

/** What the standings of a tour's players depend on. */
function tourOf({ tourId, tourVersion, isScored }: LiveShowState): string {
  return JSON.stringify([tourId, tourVersion, isScored])
}
