import { liveShowEndpoints, type PlayedSong } from '@called-it/shared/contract/live-shows'
import { replayEndpoints } from '@called-it/shared/contract/replays'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export function usePracticeShows() {
  return useQuery({
    queryKey: queryKeys.practiceShows,
    queryFn: async ({ signal }) => (await request(replayEndpoints.listPracticeShows, { signal })).shows,
  })
}

export function usePracticeSongs(showId: number) {
  return useQuery({
    queryKey: queryKeys.practice(showId),
    queryFn: async ({ signal }) =>
      (await request(replayEndpoints.getPractice, { params: { showId }, signal })).songs,
  })
}

/** What the show played; not to be used before the card is submitted. */
export function usePracticeResult(showId: number) {
  return useQuery({
    queryKey: queryKeys.practiceResult(showId),
    queryFn: async ({ signal }): Promise<PlayedSong[]> =>
      (await request(liveShowEndpoints.getLiveShow, { params: { showId }, signal })).performances,
  })
}
