import type { Show } from '@called-it/shared/contract/shows'
import { useLiveShows, useRecentShows, useShow } from '../../lib/shows/use-shows.ts'

type ThisShow = {
  /** Those to choose from, newest first. */
  shows: readonly Show[]
  /** The chosen one, else tonight's, else the last one. */
  show: Show | undefined
  isPending: boolean
  isError: boolean
  retry: () => void
}

export function useThisShow(showId: number | null): ThisShow {
  const tonight = useLiveShows()
  const recent = useRecentShows()
  const shows = withoutRepeats([...(tonight.data ?? []), ...(recent.data ?? [])])
  const listed = showId === null ? shows[0] : shows.find(({ id }) => id === showId)
  const older = useShow(listed ? null : showId)
  const show = listed ?? older.data
  return {
    shows,
    show,
    isPending: tonight.isPending || recent.isPending || (!show && older.isLoading),
    isError: shows.length === 0 && (tonight.isError || recent.isError),
    retry: () => void Promise.all([tonight.refetch(), recent.refetch()]),
  }
}

function withoutRepeats(shows: readonly Show[]): Show[] {
  return [...new Map(shows.map((show) => [show.id, show])).values()]
}
