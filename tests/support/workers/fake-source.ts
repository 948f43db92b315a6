import type {
  SetlistSource,
  SourceSetlist,
  SourceSetlistEntry,
} from '@called-it/infra/setlist-sources/source'

export type FakeSource = SetlistSource & {
  /** By the show's source id. An error is thrown. */
  readonly setlists: Map<string, SourceSetlist | Error>
}

export function fakeSource(name: string): FakeSource {
  const setlists = new Map<string, SourceSetlist | Error>()
  return {
    name,
    setlists,
    listSongs: async () => [],
    listTours: async () => [],
    listShows: async () => [],
    listNotebookSongs: async () => null,
    async findSetlist({ sourceId }) {
      const setlist = setlists.get(sourceId)
      if (setlist instanceof Error) throw setlist
      return setlist ?? null
    },
  }
}

/** `sets` are lists of songs by the source's labels. */
export function setlistAtSource(
  show: { source_id: string },
  sets: Readonly<Record<string, readonly { source_id: string | null; slug: string; name: string }[]>>,
  given: Partial<SourceSetlist> = {},
): SourceSetlist {
  const entries: SourceSetlistEntry[] = Object.entries(sets).flatMap(([set, songs]) =>
    songs.map((song) => ({ set, song: { sourceId: song.source_id, slug: song.slug, name: song.name } })),
  )
  return {
    showSourceId: show.source_id,
    excluded: false,
    exclusionReason: null,
    entries,
    text: entries.map(({ set, song }) => `${set}: ${song.name}`).join('\n'),
    notes: null,
    ...given,
  }
}
