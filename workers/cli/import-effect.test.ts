import { createFileFolders } from '@called-it/tests/support/setlist-sources/file-folders'
import { expect, test } from 'vitest'
import { findFirstImport } from './import-effect.ts'

const { openFolder } = createFileFolders()

const SONGS = Array.from({ length: 65_536 }, (_, index) => ({ song: `Song ${index}` }))

test.each([
  [SONGS.slice(1), null],
  [
    SONGS,
    'With those of the source there would be 65,536 songs, and an installation has room for 65,535 songs.',
  ],
  [[], 'The source lists no songs at all.'],
])('refuses a first import that has no song or no room for them', async (songs, refusal) => {
  expect(await findFirstImport(await openFolder({ 'songs.json': songs }))).toMatchObject({ refusal })
})
