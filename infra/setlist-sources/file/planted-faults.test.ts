import { createFileFolders, csv } from '@called-it/tests/support/setlist-sources/file-folders'
import { testSetlist } from '@called-it/tests/support/setlist-sources/phishnet-rows'
import {
  type PlantedFault,
  plantFaults,
  printTable,
  type TestTable,
} from '@called-it/tests/support/setlist-sources/planted-faults'
import { describe, expect, test } from 'vitest'
import { namedDice } from '../../demo/dice.ts'
import type { SetlistSource } from '../source.ts'

const FAULTS = 500

const { openFolder } = createFileFolders()

/** 600 shows of up to three sets. */
function generateTable(seed: string): TestTable {
  const dice = namedDice(seed)
  const rows = Array.from({ length: 600 }, (_, index) => {
    const songs = (count: number) => Array.from({ length: count }, () => `Song, no. ${dice.between(1, 200)}`)
    const sets = { 1: songs(dice.between(3, 9)), 2: songs(dice.between(0, 9)), e: songs(dice.between(1, 3)) }
    const showdate = new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
    const rows = testSetlist(sets, { showid: 5_000 + index, showdate })
    return rows.map((row) => ({ ...row, songid: `id of ${row.song}` }))
  }).flat()
  const columns = Object.keys(rows[0] ?? {})
  return { columns, rows: rows.map((row) => Object.values(row).map(String)) }
}

async function snapshotOf(source: SetlistSource) {
  const shows = await source.listShows()
  const setlists = await Promise.all(shows.map((show) => source.findSetlist(show).catch(() => 'refused')))
  const names = (await source.listSongs()).map(({ sourceId, slug, name }) => `${sourceId} ${slug} ${name}`)
  return {
    shows: new Map(shows.map((show, index) => [show.sourceId, { show, setlist: setlists[index] }])),
    names,
  }
}

async function expectFoundAndLeftOut(table: TestTable, seed: string): Promise<void> {
  const { text, planted } = plantFaults(table, FAULTS, namedDice(seed))
  const source = await openFolder({ 'rows.csv': text })
  const faults = await source.listFaults?.()
  const found = faults?.listed.map(({ file, row, field }) => ({ file, row, field }))
  const inOrder = planted.toSorted((one, other) => one.row - other.row)
  expect(found).toEqual(inOrder.map(({ row, field }) => ({ file: 'rows.csv', row, field })))
  expect(faults?.count).toBe(FAULTS)

  const before = await snapshotOf(await openFolder({ 'rows.csv': printTable(table) }))
  const after = await snapshotOf(source)
  const faulty = new Set(planted.map(({ show }: PlantedFault) => show))
  expect(faulty.size).toBe(FAULTS)
  for (const [sourceId, { show, setlist }] of before.shows) {
    const read = after.shows.get(sourceId)
    if (faulty.has(sourceId)) {
      await expect(source.findSetlist(show)).rejects.toThrow(`show ${sourceId}: rows.csv, row `)
      if (read) expect(read.show).toEqual(show)
    } else expect(read).toEqual({ show, setlist })
  }
  expect(Array.from(after.shows.keys()).filter((sourceId) => !before.shows.has(sourceId))).toEqual([])
  expect(after.names.filter((name) => !before.names.includes(name))).toEqual([])
}

describe('file with 500 faults', () => {
  test.each(['first', 'second'])('reports and leaves out each of them: %s', (seed) =>
    expectFoundAndLeftOut(generateTable(seed), seed),
  )

  test('reports them beside rows of a wrong encoding', async () => {
    const { text } = plantFaults(generateTable('encoding'), FAULTS, namedDice('encoding'))
    const source = await openFolder({
      'rows.csv': text,
      'songs.csv': Buffer.from('song\nCaf\u00e9\nHarbor Teeth\n\u00c9t\u00e9', 'latin1'),
      'shows.csv': csv([{ showid: 1, showdate: '1850-01-01' }]),
    })
    const faults = await source.listFaults?.()
    expect(faults).toMatchObject({ count: FAULTS + 3, stop: { file: 'songs.csv', row: 1 } })
    await expect(source.listSongs()).rejects.toThrow('songs.csv, row 1: is not UTF-8')
  })
})
