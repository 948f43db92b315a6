import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { insertMissingPredictions } from '@called-it/infra/postgres/queries/catalogue/demo'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { openTable } from '@called-it/infra/setlist-sources/file/table'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import { testSetlist } from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { drawPredictions } from '@called-it/tests/support/workers/drawn-predictions'
import { createRunBench, type RunBench } from '@called-it/tests/support/workers/run-bench'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const FANS = 20
const TIMEOUT_MS = 300_000
/** Shows with one of two songs that share their slug and their name. */
const SHOWS_OF_TWINS = ['1250663338', '1252614957', '1454707102', '1470182980', '1547084597']

let bench: RunBench
let folder: string

beforeEach(async () => {
  bench = await createRunBench()
  folder = await mkdtemp(path.join(tmpdir(), 'song-ids-'))
})

afterEach(async () => {
  await bench.drop()
  await rm(folder, { recursive: true })
})

type Row = Record<string, unknown>

test('keeps songs and scores when generated files lose their ids and get them back', async () => {
  const names = Array.from({ length: 30 }, (_, index) => 'Song '.padEnd(6 + index, 'x'))
  const shows = Array.from({ length: 6 }, (_, show) => {
    const [set1, set2, encore] = [0, 8, 16].map((start) => names.slice(start + show, start + show + 8))
    return testSetlist(
      { 1: set1 ?? [], 2: set2 ?? [], e: encore?.slice(0, 2) ?? [] },
      { showid: 501 + show, showdate: `2026-02-0${1 + show}` },
    )
  })
  const twin = {
    ...shows[5]?.at(-1),
    song: shows[0]?.[0]?.song,
    slug: shows[0]?.[0]?.slug,
    songid: 999,
    position: 99,
  }
  await expectSameAfterEachImport({ setlists: [...shows.flat(), twin] }, () => true)
})

describe.skipIf(!HAS_REAL_SETLISTS)(REAL_SETLISTS_TITLE, () => {
  test('keeps songs and scores when they lose their ids and get them back', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const files = {
      setlists: await readAll('setlist-rows-1983-2025.csv'),
      songs: await readAll('songs-computed.json'),
    }
    await expectSameAfterEachImport(
      files,
      (sourceId, index) => index % 60 === 0 || SHOWS_OF_TWINS.includes(sourceId),
    )
  })
})

async function readAll(file: string): Promise<Row[]> {
  const { columns, rows } = await openTable(path.join(REAL_SETLISTS, file))
  const read: Row[] = []
  for await (const { values } of rows) {
    read.push(Object.fromEntries(columns.map((column, index) => [column, values[index]])))
  }
  return read
}

async function expectSameAfterEachImport(
  files: Record<string, readonly Row[]>,
  isScored: (sourceId: string, index: number) => boolean,
): Promise<void> {
  Object.assign(bench.source, createFileSource({ paths: [folder] }), { name: bench.source.name })
  const importFiles = async (toRow: (row: Row) => Row) => {
    for (const [name, rows] of Object.entries(files)) {
      await writeFile(path.join(folder, `${name}.json`), JSON.stringify(rows.map(toRow)))
    }
    expect(await bench.run('import-catalogue', { notebookOnly: false })).toMatchObject({ state: 'done' })
  }
  await importFiles((row) => row)
  const showIds = await predictShows(isScored)
  const before = { songs: await listSongs(), scores: await scoreShows(showIds) }
  expect(before.scores.filter(({ total }) => total > 0).length).toBeGreaterThan(FANS)

  for (const toRow of [({ songid: _, ...row }: Row) => row, (row: Row) => row]) {
    await importFiles(toRow)
    expect(await listSongs()).toEqual(before.songs)
    expect(await scoreShows(showIds)).toEqual(before.scores)
    expect(await listSongs()).toEqual(before.songs)
  }
}

/** Imports their setlists too. */
async function predictShows(isScored: (sourceId: string, index: number) => boolean): Promise<number[]> {
  const shows = await bench.db
    .selectFrom('shows')
    .select(['id', 'source_id'])
    .where('excluded', '=', false)
    .orderBy('showdate')
    .execute()
  const scored = shows.filter((show, index) => isScored(show.source_id, index))
  const fans: number[] = []
  for (let fan = 0; fan < FANS; fan += 1) fans.push((await makeUser(bench.db)).id)
  const catalogue = (await listSongs()).map(({ id }) => String(id))
  for (const { id: showId } of scored) {
    const { result } = await bench.run('import-setlist', { showId })
    expect(result).toMatchObject({ changed: true })
    const { revision } = await bench.db
      .selectFrom('shows')
      .select('setlist_revision_id as revision')
      .where('id', '=', showId)
      .executeTakeFirstOrThrow()
    const { set1, set2, encore } = await getActualSetlist(bench.db, revision ?? 0)
    const played = { set1: set1.map(String), set2: set2.map(String), encore: encore.map(String), further: [] }
    const drawn = drawPredictions(FANS, new Map([[String(showId), played]]), catalogue)
    const toIds = (songs: readonly (string | null)[]) => songs.map((song) => (song ? Number(song) : null))
    await insertMissingPredictions(
      bench.db,
      drawn.map(({ fan, picks }) => ({
        showId,
        userId: fans[fan] ?? 0,
        picks: { set1: toIds(picks.set1), set2: toIds(picks.set2), encore: toIds(picks.encore) },
        createdAt: '2025-01-01T00:00:00Z',
      })),
    )
  }
  return scored.map(({ id }) => id)
}

async function scoreShows(showIds: readonly number[]) {
  for (const showId of showIds) {
    const run = await bench.run('score-show', { showId, fetchSetlist: true })
    expect(run).toMatchObject({ state: 'done' })
  }
  return bench.db
    .selectFrom('shows')
    .innerJoin('scores', 'scores.score_set_id', 'shows.score_set_id')
    .select(['shows.id as showId', 'scores.user_id as userId', 'scores.total'])
    .orderBy('shows.id')
    .orderBy('scores.user_id')
    .execute()
}

function listSongs() {
  return bench.db
    .selectFrom('songs')
    .select(['id', 'source_id', 'slug', 'name', 'retired_at', 'merged_into'])
    .orderBy('id')
    .execute()
}
