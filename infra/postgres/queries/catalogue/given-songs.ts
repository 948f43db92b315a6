import { type RawBuilder, sql } from 'kysely'
import type { SourceDay, SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'

type GivenSong = SourceSongReference & Partial<Pick<SourceSong, 'timesPlayed' | 'gap' | 'lastPlayed'>>

export function givenSongs(songs: readonly GivenSong[]): RawBuilder<unknown> {
  const records = songs.map((song, place) => ({
    place,
    source_id: song.sourceId,
    slug: song.slug,
    name: song.name,
    times_played: song.timesPlayed ?? null,
    gap: song.gap ?? null,
    last_played: song.lastPlayed ?? null,
  }))
  return sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS song(
      place integer, source_id text, slug text, name text, times_played integer, gap integer, last_played date)`
}

/** A song is identified by the source's id, or by its slug if it has none. */
export function identity(table: 'songs' | 'given'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`coalesce('id ' || ${column('source_id')}, 'slug ' || ${column('slug')})`
}

/** A reference without an id matches any song with its slug. */
export function isSameSong(reference: 'given' | 'play', song: 'songs' | 'given'): RawBuilder<boolean> {
  const [from, to] = [sql.table(reference), sql.table(song)]
  return sql`CASE WHEN ${from}.source_id IS NULL THEN ${to}.slug = ${from}.slug
    ELSE ${to}.source_id = ${from}.source_id END`
}

/** A song of a setlist that the source has already and that fans must not learn yet. */
export type HiddenPlay = {
  readonly showSourceId: string
  readonly date: SourceDay
  readonly song: SourceSongReference
}

/**
 * Defines `given` and `hidden_plays`: by place in the list, each song of a hidden show, and the number of those
 * shows that the source counts. It counts late, but by date.
 */
export function hiddenPlays(
  songs: readonly SourceSong[],
  hidden: readonly HiddenPlay[],
): RawBuilder<unknown> {
  const records = hidden.map(({ showSourceId, date, song }) => ({
    show: showSourceId,
    date,
    source_id: song.sourceId,
    slug: song.slug,
  }))
  return sql`
    given AS (${givenSongs(songs)}),
    hidden_plays AS (
      SELECT given.place,
        count(DISTINCT play.show) FILTER (WHERE play.date <= given.last_played) AS counted_shows
      FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS play(
          show text, date date, source_id text, slug text)
        JOIN given ON ${isSameSong('play', 'given')}
      GROUP BY given.place
    )`
}
