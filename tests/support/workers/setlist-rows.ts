import { readFile } from 'node:fs/promises'

/** One performance. Only what the tests use is read. */
export type SetlistRow = {
  showid: string
  showdate: string
  set: string
  /** Through the whole show. */
  position: number
  songid: string
  exclude: string
}

/** Parses by hand, so that nothing is shared with the source under test. */
export async function readSetlistRows(file: string): Promise<SetlistRow[]> {
  const [header = [], ...records] = readRecords(await readFile(file, 'utf8'))
  return records.map((record) => {
    const read = (column: keyof SetlistRow) => record[header.indexOf(column)] ?? ''
    return {
      showid: read('showid'),
      showdate: read('showdate'),
      set: read('set'),
      position: Number(read('position')),
      songid: read('songid'),
      exclude: read('exclude'),
    }
  })
}

/** Commas separate fields and line breaks records, except between double quotes. */
function readRecords(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let isQuoted = false
  for (const character of text) {
    if (character === '"') {
      isQuoted = !isQuoted
    } else if (isQuoted || !/[,\r\n]/.test(character)) {
      field += character
    } else if (character === ',') {
      record.push(field)
      field = ''
    } else if (character === '\n') {
      records.push([...record, field])
      record = []
      field = ''
    }
  }
  return records
}
