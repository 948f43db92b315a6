import { TooManySongsError } from '@called-it/infra/postgres/queries/catalogue/added-songs'
import { printFault } from '@called-it/infra/setlist-sources/faults'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { counted } from '@called-it/shared/contract/counted'
import type { CatalogueChange, ImportCheck } from '@called-it/shared/contract/import-checks'
import { MAX_SONG_ID } from '@called-it/shared/game/setlist'

const NO_SCORES: ImportCheck['scores'] = { moved: 0, shows: 0, listed: [] }

const MAX_NAMED = 20

/** For an empty database, to which the command adds no table: everything would be new. */
export async function findFirstImport(source: SetlistSource): Promise<ImportCheck> {
  const { count = 0, listed = [], stop = null } = (await source.listFaults?.()) ?? {}
  const found = { faults: { count, listed: [...listed] }, question: null, scores: NO_SCORES }
  if (stop) return { ...found, refusal: printFault(stop), changes: [] }
  const songs = await source.listSongs()
  const refusal = refusalOf(songs.length)
  if (refusal !== null) return { ...found, refusal, changes: [] }
  const [tours, shows] = [await source.listTours(), await source.listShows()]
  const changes = [
    allNew(
      'song',
      songs.map(({ name }) => name),
    ),
    allNew(
      'tour',
      tours.map(({ name }) => name),
    ),
    allNew(
      'show',
      shows.map(({ date, venue }) => `${date}, ${venue}`),
    ),
  ]
  return { ...found, refusal, changes: changes.filter((change) => change.count > 0) }
}

function refusalOf(songs: number): string | null {
  if (songs === 0) return 'The source lists no songs at all.'
  return songs > MAX_SONG_ID ? new TooManySongsError(songs).message : null
}

function allNew(noun: CatalogueChange['noun'], names: readonly string[]): CatalogueChange {
  return { noun, change: 'new', count: names.length, names: names.slice(0, MAX_NAMED) }
}

/** Lines for the terminal. */
export function describeCheck({ faults, refusal, question, changes, scores }: ImportCheck): string[] {
  const more = faults.count - faults.listed.length
  const listed = [...faults.listed.map(printFault), ...(more > 0 ? [`and ${more} more`] : [])]
  if (refusal !== null) return listed
  const noChange = changes.length === 0 ? ['An import would change no song, tour or show.'] : []
  return [
    ...listed,
    ...noChange,
    ...changes.map(describeChange),
    ...describeScores(scores),
    ...(question === null ? [] : [`${question} It needs --yes.`]),
    'Nothing was stored.',
  ]
}

function describeChange({ noun, change, count, names }: CatalogueChange): string {
  const more = count > names.length ? `, and ${count - names.length} more` : ''
  return `${capital(change)}: ${counted(count, noun)} (${names.join('; ')}${more})`
}

function describeScores({ moved, shows, listed }: ImportCheck['scores']): string[] {
  if (moved === 0) return ['No score would move.']
  const named = listed.map((one) => `  ${one.show}: ${one.moved} of ${one.predictions}`)
  const more = shows > listed.length ? [`  and ${counted(shows - listed.length, 'show')} more`] : []
  const where = counted(shows, 'scored show')
  return [
    `With the setlists imported and scored again, ${counted(moved, 'score')} of ${where} would move:`,
    ...named,
    ...more,
  ]
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
