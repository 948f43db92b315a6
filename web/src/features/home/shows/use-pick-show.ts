import type { Show } from '@called-it/shared/contract/shows'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { toast } from '../../../ui/toast.ts'

/** Opens the builder for a show; asks a visitor to log in instead. */
export function usePickShow(): (show: Show) => void {
  const { user, isError } = useCurrentUser()
  const navigate = useNavigate()
  return (show) => {
    if (isError) {
      toast({
        title: 'Not now',
        description:
          'The server cannot be reached, so we can’t tell who you are. Please try again in a moment.',
      })
      return
    }
    if (!user) {
      toast({
        title: 'Login Required',
        description: 'Please log in to submit a setlist.',
        variant: 'destructive',
      })
      return
    }
    navigate(paths.prediction(show.id))
    toast({
      title: 'Show Selected',
      description: `Now build your setlist picks for ${longDate(show.showdate)}.`,
    })
  }
}
