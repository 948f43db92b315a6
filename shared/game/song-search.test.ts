import { readFileSync } from 'node:fs'
import path from 'node:path'
import { HAS_REAL_SETLISTS, REAL_SETLISTS, REAL_SETLISTS_TITLE } from '@called-it/tests/support/real-setlists'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldedForms } from './search-fold.ts'
import { songSearch } from './song-search.ts'

const find = songSearch(
  [
    { name: 'Atlas of Ropes' },
    { name: 'Thunder in the Pantry' },
    { name: 'Tin Kite', also_named: ['Zebra Kite'] },
    { name: 'Café Rope' },
    { name: "Cartographer's Itch" },
    { name: 'The Ropewalk' },
    { name: 'Rope' },
    { name: 'Walk to Town Fair' },
  ],
  { 'itchy map': "cartographer's itch", gone: 'No such song' },
)
const names = (typed: string) => find(typed).map(({ name }) => name)

describe('song search', () => {
  test('lists beginnings first, also after an article, each group in its order', () => {
    expect(names(' ROPE')).toEqual(['The Ropewalk', 'Rope', 'Atlas of Ropes', 'Café Rope'])
    expect(names('the rope')).toEqual(['The Ropewalk'])
  })

  test.each(['tt', 'ttp', 'titp', 'tp'])('finds the initials %s, with or without small words', (typed) => {
    expect(names(typed)[0]).toBe('Thunder in the Pantry')
  })

  test('leaves out small words that share a letter with the next one', () => {
    expect(names('wtf')).toEqual(['Walk to Town Fair'])
    expect(names('wf')).toEqual([])
  })

  test('finds nicknames and the names of merged songs', () => {
    expect(names('itchy')).toEqual(["Cartographer's Itch"])
    expect(names('zebra')).toEqual(['Tin Kite'])
    expect(names('gone')).toEqual([])
  })

  test('ignores case, accents and apostrophes', () => {
    expect(names('cafe r')).toEqual(['Café Rope'])
    expect(names('CAFÉ')).toEqual(['Café Rope'])
    expect(names('cartographers')).toEqual(["Cartographer's Itch"])
    expect(names("grapher's")).toEqual(["Cartographer's Itch"])
  })

  test('treats what is typed as text, and finds all with nothing typed', () => {
    expect(names('.*')).toEqual([])
    expect(names("'")).toEqual(["Cartographer's Itch"])
    expect(names(' ')).toHaveLength(8)
  })
})

describe('song search in names with signs', () => {
  const named = [
    'AC/DC Bag',
    'My Friend, My Friend',
    'Heave & Die',
    'Heave/Die',
    'Ænima',
    'Straße',
    'Smørrebrød über Łódź',
    'Đàn Œuvre',
    'R.E.M.',
    'ΟΔΟΣ ﬁn',
    '(…)',
    'Band of Ands',
  ].map((name) => ({ name }))
  const search = songSearch(named)

  test.each([
    ['acdc', 'AC/DC Bag'],
    ['ac dc b', 'AC/DC Bag'],
    ['ac-dc', 'AC/DC Bag'],
    ['my friend my', 'My Friend, My Friend'],
    ['my friend,my', 'My Friend, My Friend'],
    ['heave and die', 'Heave & Die'],
    ['heave&die', 'Heave & Die'],
    ['heave die', 'Heave/Die'],
    ['heavedie', 'Heave/Die'],
    ['aenima', 'Ænima'],
    ['strasse', 'Straße'],
    ['STRASSE', 'Straße'],
    ['smorrebrod uber lodz', 'Smørrebrød über Łódź'],
    ['dan oeuvre', 'Đàn Œuvre'],
    ['rem', 'R.E.M.'],
    ['οδοσ fin', 'ΟΔΟΣ ﬁn'],
    ['(', '(…)'],
    [' …', '(…)'],
  ])('finds by %s the song %s', (typed, name) => {
    expect(search(typed)).toContainEqual({ name })
  })

  test('lists beginnings, then beginnings of words, then the rest, each in its order', () => {
    const inOrder = songSearch(
      ['Sand', 'The-Band', 'A Land', 'Of Bandits', 'Band', 'Husband'].map((name) => ({ name })),
    )
    expect(inOrder('band').map(({ name }) => name)).toEqual(['The-Band', 'Band', 'Of Bandits', 'Husband'])
  })

  const letter = fc.constantFrom(..."aAeEiIsSßæÆøœđŁłÉéİıΣς&/-.,'’() ９ﬁ한글א")
  const anyName = fc.string({
    unit: fc.oneof(letter, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
  })

  test('adds matches to those of the text without case, and loses none', () => {
    const property = fc.property(
      fc.array(anyName),
      anyName,
      fc.nat(),
      fc.nat(),
      (names, other, from, length) => {
        const songs = names.map((name) => ({ name }))
        const part = [...(names[0] ?? '')].slice(from % 10, (from % 10) + (length % 10)).join('')
        for (const typed of [other, part]) {
          const wanted = typed.trim().toLowerCase()
          const plain = songs.filter(({ name }) => name.toLowerCase().includes(wanted))
          expect(songSearch(songs)(typed)).toEqual(expect.arrayContaining(plain))
        }
      },
    )
    fc.assert(property, { numRuns: 2_000 })
  })

  test('finds a name by its letters alone, and with blanks for its signs', () => {
    const property = fc.property(anyName, (name) => {
      const forms = foldedForms(name)
      for (const typed of forms) expect(songSearch([{ name }])(typed)).toEqual([{ name }])
    })
    fc.assert(property, { numRuns: 2_000 })
  })
})

const SYLLABLES = 'ba do fel gar hin jo ka lum mer nor os pin qua rus sel tor ul vin wen yar zel'.split(' ')

/** 900 names of one to four words, as even as dice. */
function generatedSongs() {
  let state = 1
  const roll = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  const word = () => Array.from({ length: 1 + roll(3) }, () => SYLLABLES[roll(SYLLABLES.length)]).join('')
  return Array.from({ length: 900 }, (_, index) => ({
    name: Array.from({ length: 1 + roll(4) }, word).join(roll(5) === 0 ? ' the ' : ' '),
    times_played: 900 - index,
  }))
}

/** How many of the 200 most played are among the first 8 by the first two letters, and by those or the initials. */
function countFound(songs: readonly { name: string; times_played: number }[]) {
  const sorted = songs.toSorted((a, b) => b.times_played - a.times_played)
  const search = songSearch(sorted)
  const isFirst = (song: (typeof songs)[number], typed: string) => search(typed).slice(0, 8).includes(song)
  const found = sorted.slice(0, 200).map((song) => {
    const initials = song.name.split(/[^\p{L}\p{N}'’]+/u).map((word) => word.slice(0, 1))
    const byName = isFirst(song, song.name.slice(0, 2))
    return { byName, byEither: byName || isFirst(song, initials.slice(0, 2).join('')) }
  })
  return {
    byName: found.filter(({ byName }) => byName).length,
    byEither: found.filter(({ byEither }) => byEither).length,
  }
}

describe('search by two letters', () => {
  test('finds 180 of the 200 most played among generated names', () => {
    expect(countFound(generatedSongs()).byEither).toBeGreaterThanOrEqual(180)
  })

  test.skipIf(!HAS_REAL_SETLISTS)(`finds 180 of the 200 most played in ${REAL_SETLISTS_TITLE}`, () => {
    const songs: { song: string; times_played: number }[] = JSON.parse(
      readFileSync(path.join(REAL_SETLISTS, 'songs-computed.json'), 'utf8'),
    )
    const found = countFound(songs.map(({ song, times_played }) => ({ name: song, times_played })))
    expect(found.byName).toBeGreaterThanOrEqual(180)
  })
})
