import { type RawBuilder, sql } from 'kysely'
import type { SourceDay, SourceSong, SourceSongReference } from '../../../setlist-sources/source.ts'
import type { Database } from '../../client.ts'
import { type IdentifiedSong, identifySongs } from './identified-songs.ts'

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
