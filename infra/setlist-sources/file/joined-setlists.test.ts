import { createFileFolders } from '@called-it/tests/support/setlist-sources/file-folders'
import { describe, expect, test } from 'vitest'

const { openFolder, listFaults } = createFileFolders()

describe('setlists with ids only', () => {
  const rows = 'show_id,song_id,set,position\n7,2,1,1\n7,1,e,2\n8,1,1,1'
  const TEXT = 'Set 1: Barge & Tow\nEncore: Anchor'
  const findSetlist = async (files: Parameters<typeof openFolder>[0]) => {
    const source = await openFolder(files)
    expect(await source.listNotes?.()).toEqual([])
    const songs = await source.listSongs()
    expect(songs.map((song) => [song.sourceId, song.name])).toEqual([
      ['2', 'Barge & Tow'],
      ['1', 'Anchor'],
    ])
    return source.findSetlist({ sourceId: '7', date: '2026-01-30' })
  }

  test.each([
    ['names of this product', 'showid,showdate,venue', 'songid,song'],
    ['names of a database', 'id,date,venue', 'id,title'],
    ['other names of a database', 'show_id,date,venue', 'song_id,song_title'],
  ])('joins lists of shows and songs: %s', async (_, shows, songs) => {
    const lists = {
      'shows.csv': `${shows}\n7,2026-01-30,Hall\n8,2026-01-31,Barn`,
      'songs.csv': `${songs}\n1,Anchor\n2,Barge & Tow`,
    }
    expect(await findSetlist({ 'setlists.csv': rows, ...lists })).toMatchObject({ text: TEXT })
    expect(await findSetlist({ 'z.csv': rows, ...lists })).toMatchObject({ text: TEXT })
  })

  test('names faults where a list lacks their show or song', async () => {
    const { listed } = await listFaults({
      'setlists.csv': `${rows}\n9,1,1,1\n8,3,1,2`,
      'shows.csv': 'showid,showdate\n7,2026-01-30\n8,2026-01-31',
      'songs.csv': 'songid,song\n1,Anchor\n2,Barge',
    })
    expect(listed).toMatchObject([
      { row: 4, show: '9', field: 'showid', message: 'has no date in a list of shows' },
      { row: 5, show: '8', field: 'songid', message: 'is in no list of songs' },
    ])
  })

  test.each([
    ['tours', 'id,name\n1,Winter', 'tours.csv: has the columns of neither'],
    ['venues', 'id,title,city\n1,Hall,Bend', 'tours.csv: holds shows, and lacks'],
    ['rows of sets', 'id,date,set,song\n1,2026-01-30,1,Anchor', 'tours.csv: holds setlists, and lacks'],
  ])('reads the id of a show or song as no other: %s', async (_, content, message) => {
    const source = await openFolder({ 'tours.csv': content })
    await expect(source.listShows()).rejects.toThrow(message)
  })

  test.each([
    [{ 'songs.csv': 'songid,song\n1,Anchor' }, 'lacks the column showdate'],
    [{ 'shows.csv': 'showid,showdate\n7,2026-01-30' }, 'lacks the column song'],
    [{}, 'lacks the columns showdate, song'],
  ])('refuses setlists without the lists: %o', async (lists, message) => {
    const source = await openFolder({ 'setlists.csv': rows, ...lists })
    await expect(source.listShows()).rejects.toThrow(`setlists.csv: holds setlists, and ${message}`)
  })
})
