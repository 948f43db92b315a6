import type { Database } from '@called-it/infra/postgres/client'
import { getActualSetlist, getScoredBy } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findShow, phaseOfShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listSystemCards } from '@called-it/infra/postgres/queries/chances/system-cards'
import { findNewestLiveBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { findRevision } from '@called-it/infra/postgres/queries/live/played-songs'
import { countPredictions, findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import { findShare, type Share } from '@called-it/infra/postgres/queries/shares/shares'
import { getScoreHistogram } from '@called-it/infra/postgres/queries/standings/scores'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { SYSTEM_PLAYERS } from '@called-it/infra/postgres/schema/chances'
import { english } from '@called-it/languages/texts'
import type { SharedCard, SharedResult } from '@called-it/shared/contract/shares'
import type { Site } from '@called-it/shared/contract/site'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import type { Points } from '@called-it/shared/game/points'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { ActualSetlist, OpenSet, Picks } from '@called-it/shared/game/setlist'
import { sharedSlots } from '@called-it/shared/game/shared-slots'
import { playersIn, rankByTotal } from '@called-it/shared/game/standings'
import { shareText } from '@called-it/shared/words/share-text'
import { ApiError } from '../http/errors.ts'
import { revisionOf, type ShareContent } from '../preview-images/content.ts'

/**
 * What everybody with the link sees of a card; nothing of it while only its owner sees the picks.
 *
 * @throws ApiError `share_not_found`, `share_gone`
 */
export async function readSharedCard(db: Database, site: Site, token: string): Promise<SharedCard> {
  const { name, show, result } = await inSnapshot(db, async (trx) => {
    const share = await findShare(trx, token)
    if (!share) throw new ApiError('share_not_found')
    const show = share !== 'gone' && (await findShow(trx, share.showId))
    if (share === 'gone' || !show) throw new ApiError('share_gone')
    return { name: share.name, show, result: await readResult(trx, share, show) }
  })
  const listed = { date: show.showdate, venue: show.venue, location: show.location }
  const content: ShareContent = { kind: 'share', band: site.band.name, name, show: listed, result }
  return {
    name,
    show: { id: show.id, ...listed },
    result,
    text: shareText(site.product, listed, result, english),
    revision: revisionOf(content),
  }
}

/** Null before the lock, for a cancelled show and without a prediction. */
async function readResult(db: Database, { userId }: Share, show: Show): Promise<SharedResult | null> {
  const prediction = await findPrediction(db, show.id, userId)
  if (!prediction?.isPublic) return null
  const merged = await getMergedSongs(db)
  const { actual, openSet, points, players, rankOf } =
    show.scoreSetId === null ? await readLive(db, show.id) : await readFinal(db, show.scoreSetId)
  const scoreOf = (picks: Picks) => scorePrediction(picks, actual, merged, openSet, points)
  const score = scoreOf(prediction.picks)
  const total = prediction.score ?? score.total
  const phase = phaseOfShow(show)
  const machine = (await listSystemCards(db, show.id)).find(({ player }) => player === SYSTEM_PLAYERS.machine)
  return {
    total,
    rank: rankOf(total),
    players,
    is_final: show.scoreSetId !== null,
    machine: machine ? (machine.total ?? scoreOf(machine.picks).total) : null,
    slots: sharedSlots(prediction.picks, score, {
      actual,
      openSet,
      isOver: phase === 'ended' || phase === 'final',
      merged,
    }),
  }
}

type Standing = {
  readonly actual: ActualSetlist
  readonly openSet: OpenSet
  /** None where the current ones count. */
  readonly points?: Points
  readonly players: number
  readonly rankOf: (total: number) => number
}

async function readFinal(db: Database, scoreSetId: number): Promise<Standing> {
  const histogram = await getScoreHistogram(db, scoreSetId)
  const { revisionId, points } = await getScoredBy(db, scoreSetId)
  return {
    actual: await getActualSetlist(db, revisionId),
    openSet: null,
    points,
    players: playersIn(histogram),
    rankOf: rankByTotal(histogram),
  }
}

/** At the revision of the board, also where the setlist is ahead of it. */
async function readLive(db: Database, showId: number): Promise<Standing> {
  const board = await findNewestLiveBoard(db, showId)
  const revision = board && (await findRevision(db, showId, board.revision))
  return {
    actual: revision ? await getActualSetlist(db, revision.id) : NOTHING_PLAYED,
    openSet: revision ? revision.openSet : 'set1',
    players: board?.players ?? (await countPredictions(db, showId)),
    rankOf: rankByTotal(board ? unpackHistogram(board.histogram) : []),
  }
}

const NOTHING_PLAYED: ActualSetlist = { set1: [], set2: [], encore: [], further: [] }
