import type { PlayedSong, Setlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import type { ArrangedSets } from '@called-it/shared/game/setlist'

type ActualSetlist = ResponseBody<Endpoints['getBreakdown']>['actualSetlist']

/** What was played, as the score view shows it. */
export function presentActualSetlist({
  set1,
  set2,
  encore,
  further,
}: ArrangedSets<Pick<PlayedSong, 'name'>>): ActualSetlist {
  return {
    set1: presentEntries(set1),
    set2: presentEntries(set2),
    encore: presentEntries(encore),
    further: further.map(({ set, songs }) => ({ set, entries: presentEntries(songs) })),
  }
}

function presentEntries(songs: readonly Pick<PlayedSong, 'name'>[]) {
  return songs.map(({ name }, index) => ({ position: index + 1, songName: name }))
}

/** A show's setlist, as an admin sees it. */
export function presentCurrentSetlist(setlist: Setlist, played: ArrangedSets<PlayedSong>): CurrentSetlist {
  return {
    revision: setlist.revision,
    origin: setlist.origin,
    set1: [...played.set1],
    set2: [...played.set2],
    encore: [...played.encore],
    further: played.further.map(({ set, songs }) => ({ set, songs: [...songs] })),
    notes: setlist.notes,
    createdAt: setlist.createdAt.toISOString(),
  }
}
