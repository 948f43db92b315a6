import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { insertMissingPredictions } from '@called-it/infra/postgres/queries/catalogue/demo'
import { getActualSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { testSetlist } from '@called-it/tests/support/setlist-sources/phishnet-rows'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { drawPredictions } from '@called-it/tests/support/workers/drawn-predictions'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { expect, test } from 'vitest'

const FANS = 20

const bench = await benchOfFile()
const folder = await folderOfFile()

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
  await expectSameAfterEachImport([...shows.flat(), twin])
})

async function expectSameAfterEachImport(setlists: readonly Row[]): Promise<void> {
  Object.assign(bench.source, createFileSource({ paths: [folder] }), { name: bench.source.name })
  const importFiles = async (toRow: (row: Row) => Row) => {
    await writeFile(path.join(folder, 'setlists.json'), JSON.stringify(setlists.map(toRow)))
    expect(await bench.run('import-catalogue', { notebookOnly: false })).toMatchObject({ state: 'done' })
  }
  await importFiles((row) => row)
  const showIds = await predictShows()
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
async function predictShows(): Promise<number[]> {
  const scored = await bench.db.selectFrom('shows').select('id').orderBy('showdate').execute()
  const fans: number[] = []
  for (let fan = 0; fan < FANS; fan += 1) fans.push((await makeUser(bench.db)).id)
  const catalogue = (await listSongs()).map(({ id }) => String(id))
  for (const { id: showId } of scored) {
    const { result } = await bench.run('import-setlist', { showId })
    expect(result).toMatchObject({ changed: true })
    const { setlist_revision_id: revision } = await bench.getShow(showId)
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
    expect(await bench.score(showId, true)).toMatchObject({ state: 'done' })
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
