import { accessEndpoints } from '@called-it/shared/contract/access'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { isRefusal, request, serverMessage } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AccountPage } from '../account-form.tsx'
import { OutcomeNotice } from '../outcome-notice.tsx'

/** Opened by a mailed link. Mail scanners open it too, so a button confirms. */
export function ChangeAddressPage() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const confirmation = useMutation({
    mutationFn: () => request(accessEndpoints.confirmAddress, { params: { token } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.addressChange })
      void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
    },
    onError: (error) => {
      if (!isRefusal(error)) toastRequestFailure(t('access.unconfirmed'), error)
    },
  })
  const { data, error } = confirmation
  return (
    <AccountPage
      title={t('access.move')}
      lead={t('access.move-lead')}
      links={<Link to={paths.access}>{t('access.title')}</Link>}
    >
      {data ? (
        <OutcomeNotice tone="good" role="status">
          {t(data.is_changed ? 'access.moved' : 'access.half')}
        </OutcomeNotice>
      ) : isRefusal(error) ? (
        <OutcomeNotice tone="danger" role="alert">
          {serverMessage(error, t('access.unconfirmed'))}
        </OutcomeNotice>
      ) : (
        <div className="buttons">
          <Button
            variant="main"
            busy={confirmation.isPending}
            busyText={t('access.confirming')}
            onClick={() => confirmation.mutate()}
          >
            {t('access.confirm')}
          </Button>
        </div>
      )}
    </AccountPage>
  )
}
