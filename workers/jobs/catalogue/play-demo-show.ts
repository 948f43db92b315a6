import { setTimeout as sleep } from 'node:timers/promises'
import { addTopicsOfRevision } from '@called-it/infra/events/revision-topics'
import { enqueueBadges } from '@called-it/infra/postgres/queries/badges/badges'
import { deleteShow, findDemoShow, insertDemoShow } from '@called-it/infra/postgres/queries/catalogue/demo'
import { findShow, waitForSaves } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listSongIds } from '@called-it/infra/postgres/queries/catalogue/song-import'
import { enqueueSums } from '@called-it/infra/postgres/queries/chances/above-expectation'
import { insertLiveRevision } from '@called-it/infra/postgres/queries/live/live-setlists'
import { findScorableShowForUpdate } from '@called-it/infra/postgres/queries/standings/score-sets'
import { boardsOf, moveStandings } from '@called-it/infra/postgres/queries/standings/standings-moves'
import { holdLock } from '@called-it/infra/postgres/queries/work/advisory-locks'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { hasOpenRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { topics } from '@called-it/shared/contract/events'
import { utcDate } from '@called-it/shared/game/calendar'
import {
  applyOperation,
  EMPTY_SETLIST,
  type LiveOperation,
  type LiveSetlist,
} from '@called-it/shared/game/live/live-setlist'
import { arrangeSets } from '@called-it/shared/game/setlist'
import { choosePastShow, type PlannedShow, planTaps } from '../../demo/demo-show-plan.ts'
import { type DemoPlayer, listDemoPlayers } from '../../demo/players.ts'
import { type DemoNight, predictDemoShow } from '../../demo/predictions.ts'
import { type FinishedRun, type RunContext, RunFailedError, type RunHandler } from '../../runs/run-context.ts'

type Context = RunContext<'play-demo-show'>

const POLL_MS = 250
/** Where no worker scores the last show, it goes unscored. */
const MAX_WAIT_MS = 20_000

/**
 * Plays a past show of the demo band as a show of tonight, in place of the one that was played so before, and requests
 * its scoring. Claimed again after a crash, it begins a new show.
 */
export const playDemoShow: RunHandler<'play-demo-show'> = async (context) => {
  if (context.source.name !== 'demo') throw new RunFailedError('demo_source_only')
  const { db, source, run } = context
  const planned = await choosePastShow(source, run.id, utcDate(await getDatabaseTime(db)))
  const { operatorId, players } = await listDemoPlayers(db)
  if (planned === null || operatorId === null || players.length === 0) {
    throw new RunFailedError('demo_source_only', 'The demo is not loaded. A start with DEMO=on loads it.')
  }
  await removeLastShow(context)
  const sets = await findSongs(context, planned)
  const showId = await announceShow(context, { like: planned.show, sets }, players)
  await playTaps(context, { showId, operatorId, taps: planTaps(sets) })
  return finish(context, showId)
}

/** The points of the last one leave the boards. */
async function removeLastShow(context: Context): Promise<void> {
  await waitForScores(context)
  return context.change(async (trx, changed) => {
    await holdLock(trx, 'standings')
    const lastId = await findDemoShow(trx)
    const last = lastId === null ? null : await findScorableShowForUpdate(trx, lastId)
    if (last === null) return
    if (last.scoreSetId !== null) {
      const boards = boardsOf(last)
      await moveStandings(trx, boards, { showId: last.id, from: last.scoreSetId, to: null })
      for (const board of boards) changed.add(topics.board(board))
      await enqueueSums(trx, [last.id])
      await enqueueBadges(trx, [last.id])
    }
    await deleteShow(trx, last.id)
    changed.add(topics.catalogue)
  })
}

/** A show that has just been played is being scored, and its run would fail without it. */
async function waitForScores({ db, signal }: Context): Promise<void> {
  const lastId = await findDemoShow(db)
  if (lastId === null) return
  const subject = subjectOf('score-show', { showId: lastId, fetchSetlist: false })
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS && (await hasOpenRun(db, subject)); waitedMs += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal })
  }
}

function announceShow(
  { source, change }: Context,
  night: DemoNight,
  players: readonly DemoPlayer[],
): Promise<number> {
  return change(async (trx, changed) => {
    const showId = await insertDemoShow(trx, source.name)
    await settleShowTimes(trx, [showId])
    await predictDemoShow(trx, showId, night, players)
    changed.add(topics.show(showId)).add(topics.catalogue)
    return showId
  })
}

async function findSongs({ db, source }: Context, { setlist }: PlannedShow) {
  const songIds = await listSongIds(db, source.name, setlist)
  const played = setlist.entries.map(({ set }, index) => ({ set, song: songIds[index] ?? null }))
  return arrangeSets(played.flatMap(({ set, song }) => (song === null ? [] : [{ set, song }])))
}

async function playTaps(
  context: Context,
  { showId, operatorId, taps }: { showId: number; operatorId: number; taps: readonly LiveOperation[] },
): Promise<void> {
  const waitMs = (context.run.order.seconds * 1_000) / (taps.length + 1)
  const setlists: LiveSetlist[] = [EMPTY_SETLIST]
  for (const [index, tap] of taps.entries()) {
    context.progress(index, taps.length)
    await sleep(waitMs, undefined, { signal: context.signal })
    await context.change(async (trx, changed) => {
      await waitForSaves(trx, showId)
      const show = await findShow(trx, showId)
      if (!show) throw new RunFailedError('show_not_found')
      const setlist = applyOperation(
        setlists.at(-1) ?? EMPTY_SETLIST,
        setlists.at(-2) ?? null,
        tap,
        show.readAt.getTime(),
      )
      if (typeof setlist === 'string') throw new Error(`the demo's operator was refused: ${setlist}`)
      const stored = await insertLiveRevision(trx, { showId, setlist, notes: null, createdBy: operatorId })
      await addTopicsOfRevision(trx, changed, show, stored)
      setlists.push(setlist)
    })
  }
  await sleep(waitMs, undefined, { signal: context.signal })
}

function finish({ run, finish: finishRun }: Context, showId: number): Promise<FinishedRun> {
  return finishRun(async (trx, changed) => {
    await insertRun(trx, {
      kind: 'score-show',
      order: { showId, fetchSetlist: false },
      orderedBy: run.orderedBy,
    })
    changed.add(topics.runs)
    return { message: 'The demo show is over, and will be scored.', showId }
  })
}
