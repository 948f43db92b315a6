import type { Show } from '@called-it/shared/contract/shows'
import { useNavigate } from 'react-router-dom'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'

export function usePickShow(): (show: Show) => void {
  const { user, isError } = useCurrentUser()
  const navigate = useNavigate()
  return (show) => {
    if (isError) {
      toast({
        title: 'Not now',
        description: 'We lost the connection. Please try again in a moment.',
      })
      return
    }
    if (!user) {
      toastFailure('Login Required', 'Please log in to submit a setlist.', { survivesNavigation: true })
      navigate(paths.showSheet(show.id))
      return
    }
    navigate(paths.prediction(show.id))
    toast({
      title: 'Show Selected',
      description: `Now build your setlist picks for ${longDate(show.showdate)}.`,
    })
  }
}
