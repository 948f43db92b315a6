import type { Show } from '@called-it/shared/contract/shows'
import { useNavigate } from 'react-router-dom'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'

export function usePickShow(): (show: Show) => void {
  const { user, isError } = useCurrentUser()
  const navigate = useNavigate()
  return (show) => {
    if (isError) {
      toast({ title: t('home.not-now'), description: t('home.lost-net') })
      return
    }
    if (!user) {
      toastFailure(t('home.login-needed'), t('home.login-why'), { survivesNavigation: true })
      navigate(paths.showSheet(show.id))
      return
    }
    navigate(paths.prediction(show.id))
    toast({
      title: t('home.selected'),
      description: t('home.now-build', { date: longDate(show.showdate) }),
    })
  }
}
