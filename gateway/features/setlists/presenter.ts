import type {
  MatchedSong,
  SetlistProposal as StoredProposal,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import type { PlayedSong, Setlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { CurrentSetlist, SetlistProposal } from '@called-it/shared/contract/setlists'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { presentSets } from '../../resources/arranged-sets.ts'

export function presentCurrentSetlist(setlist: Setlist, played: ArrangedSets<PlayedSong>): CurrentSetlist {
  return {
    revision: setlist.revision,
    origin: setlist.origin,
    ...presentSets(played),
    notes: setlist.notes,
    createdAt: setlist.createdAt.toISOString(),
  }
}

export function presentProposal(
  { id, setlist, createdAt }: StoredProposal,
  sets: ArrangedSets<MatchedSong>,
): SetlistProposal {
  return {
    id,
    found: true,
    excluded: false,
    exclusionReason: null,
    ...presentSets(sets),
    notes: setlist.notes,
    createdAt: createdAt.toISOString(),
  }
}
