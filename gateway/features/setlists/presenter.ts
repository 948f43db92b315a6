import type {
  MatchedSong,
  SetlistProposal as StoredProposal,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import type { PlayedSong, Setlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { CurrentSetlist, SetlistProposal } from '@called-it/shared/contract/setlists'
import type { ArrangedSets } from '@called-it/shared/game/setlist'

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

export function presentProposal(
  { id, setlist, createdAt }: StoredProposal,
  { set1, set2, encore, further }: ArrangedSets<MatchedSong>,
): SetlistProposal {
  return {
    id,
    found: true,
    excluded: false,
    exclusionReason: null,
    set1: [...set1],
    set2: [...set2],
    encore: [...encore],
    further: further.map(({ set, songs }) => ({ set, songs: [...songs] })),
    notes: setlist.notes,
    createdAt: createdAt.toISOString(),
  }
}
