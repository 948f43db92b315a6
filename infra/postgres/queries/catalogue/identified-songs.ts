import { type RawBuilder, sql } from 'kysely'
import { findIdsOfSlugs } from '../../../setlist-sources/ids-of-slugs.ts'
import type { SourceDay, SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database } from '../../client.ts'

/** A reference of a source with the song that it means; docs/rules.md has the rules. */
export type IdentifiedSong<Reference extends SourceSongReference = SourceSongReference> = Reference & {
  /** Null for a song that is not stored. The row itself where it is merged: reading resolves that. */
  readonly songId: number | null
  readonly mergedInto: number | null
  /** The first slug of the song, which never changes. */
  readonly storedSlug: string | null
  /** The song has no id yet and gets that of the reference. */
  readonly takesId: boolean
}

type Match = Omit<IdentifiedSong, keyof SourceSongReference>

const NO_MATCH: Match = { songId: null, mergedInto: null, storedSlug: null, takesId: false }

/**
 * Finds the song of each reference: by its id, an earlier id, its slug or another slug of the song. A reference with an
 * id never means a song with another one. Of songs with one slug a reference without an id means one of the show's
 * present setlist, else one that is listed, then the most played one.
 *
 * @param showSourceId the show whose setlist the references are
 */
export async function identifySongs<Reference extends SourceSongReference>(
  db: Database,
  source: string,
  references: readonly Reference[],
  showSourceId: string | null = null,
): Promise<IdentifiedSong<Reference>[]> {
  const songs = fillIds(references)
  const records = songs.map(({ sourceId, slug }, place) => ({ place, source_id: sourceId, slug }))
  const { rows } = await sql<Match & { place: number }>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS song(
        place integer, source_id text, slug text)
    ), standing AS (
      SELECT performances.song_id
      FROM shows JOIN performances ON performances.revision_id = shows.setlist_revision_id
      WHERE shows.source = ${source} AND shows.source_id = ${showSourceId}
    ), matches AS (
      SELECT given.place, songs.id AS song_id, false AS is_by_slug, false AS is_alias
      FROM given JOIN songs ON songs.source = ${source} AND songs.source_id = given.source_id
      UNION ALL
      SELECT given.place, alias.song_id, false, true
      FROM given
        JOIN song_aliases AS alias ON alias.source = ${source} AND alias.kind = 'id' AND alias.alias = given.source_id
      UNION ALL
      SELECT given.place, songs.id, true, false
      FROM given JOIN songs ON songs.source = ${source} AND songs.slug = given.slug
      WHERE given.source_id IS NULL OR songs.source_id IS NULL
      UNION ALL
      SELECT given.place, songs.id, true, true
      FROM given
        JOIN song_aliases AS alias ON alias.source = ${source} AND alias.kind = 'slug' AND alias.alias = given.slug
        JOIN songs ON songs.id = alias.song_id
      WHERE given.source_id IS NULL OR songs.source_id IS NULL
    )
    SELECT DISTINCT ON (matches.place) matches.place, songs.id AS "songId", songs.merged_into AS "mergedInto",
      songs.slug AS "storedSlug", matches.is_by_slug AND given.source_id IS NOT NULL AS "takesId"
    FROM matches JOIN songs ON songs.id = matches.song_id JOIN given ON given.place = matches.place
    ORDER BY matches.place, matches.is_by_slug,
      matches.is_by_slug AND songs.id NOT IN (SELECT song_id FROM standing),
      -- The slug of a merged song may be an alias of the song that it is.
      songs.merged_into IS NOT NULL,
      matches.is_by_slug AND songs.retired_at IS NOT NULL,
      matches.is_alias, songs.times_played DESC, songs.id`.execute(db)
  const matches = new Map(rows.map(({ place, ...match }) => [place, match]))
  return songs.map((song, place) => ({ ...song, ...(matches.get(place) ?? NO_MATCH) }))
}

function fillIds<Reference extends SourceSongReference>(references: readonly Reference[]): Reference[] {
  const ids = findIdsOfSlugs(references.map(({ sourceId, slug }) => ({ id: sourceId, slug })))
  return references.map((reference) => ({
    ...reference,
    sourceId: reference.sourceId ?? ids.get(reference.slug) ?? null,
  }))
}

type GivenSong = SourceSongReference &
  Partial<Pick<SourceSong, 'timesPlayed' | 'gap' | 'lastPlayed'>> &
  Pick<IdentifiedSong, 'songId'>

export function givenSongs(songs: readonly GivenSong[]): RawBuilder<unknown> {
  const records = songs.map((song, place) => ({
    place,
    song_id: song.songId,
    source_id: song.sourceId,
    slug: song.slug,
    name: song.name,
    times_played: song.timesPlayed ?? null,
    gap: song.gap ?? null,
    last_played: song.lastPlayed ?? null,
  }))
  return sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS song(
      place integer, song_id integer, source_id text, slug text, name text, times_played integer, gap integer,
      last_played date)`
}

/** A song of a setlist that the source has already and that fans must not learn yet. */
export type HiddenPlay = {
  readonly showSourceId: string
  readonly date: SourceDay
  readonly song: SourceSongReference
}

/**
 * Defines `given` and `hidden_plays`: by place in the list, each song of a hidden show, and the number of those
 * shows that the source counts. It counts late, but by date. In doubt a song is one of the show.
 */
export async function hiddenPlays(
  db: Database,
  source: string,
  songs: readonly IdentifiedSong<SourceSong>[],
  hidden: readonly HiddenPlay[],
): Promise<RawBuilder<unknown>> {
  const played = await identifySongs(
    db,
    source,
    hidden.map(({ song }) => song),
  )
  const records = hidden.map(({ showSourceId, date }, index) => ({
    show: showSourceId,
    date,
    song_id: played[index]?.songId,
    source_id: played[index]?.sourceId,
    slug: played[index]?.slug,
  }))
  return sql`
    given AS (${givenSongs(songs)}),
    hidden_plays AS (
      SELECT given.place,
        count(DISTINCT play.show) FILTER (WHERE play.date <= given.last_played) AS counted_shows
      FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS play(
          show text, date date, song_id integer, source_id text, slug text)
        JOIN given ON play.song_id = given.song_id OR play.source_id = given.source_id
          OR play.slug = given.slug AND (play.source_id IS NULL OR given.source_id IS NULL)
      GROUP BY given.place
    )`
}
