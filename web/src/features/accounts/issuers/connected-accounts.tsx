import { type ConnectedAccount, issuerEndpoints } from '@called-it/shared/contract/issuers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { useSite } from '../../../lib/api/site.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { toast } from '../../../ui/toast.ts'

const { listConnectedAccounts, removeConnectedAccount } = issuerEndpoints

/** Nothing where fans cannot sign in elsewhere. */
export function ConnectedAccounts() {
  return Boolean(useSite().data?.issuers?.length) && <Accounts />
}

function Accounts() {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.connectedAccounts,
    queryFn: async ({ signal }) => (await request(listConnectedAccounts, { signal })).accounts,
  })
  return (
    <Card heading={t('issuer.accounts')} note={data?.length || undefined}>
      {!data ? (
        <NotLoaded what={t('issuer.your-accounts')} query={{ isError, refetch }} blocks={[1, '64px']} />
      ) : data.length === 0 ? (
        <p className="soft">{t('issuer.none')}</p>
      ) : (
        <ul className="stack-3">
          {data.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Removes without a question: a login connects it again. */
function AccountRow({ account: { id, label, created_at, last_used_at } }: { account: ConnectedAccount }) {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => request(removeConnectedAccount, { params: { accountId: id } }),
    onSuccess: ({ accounts }) => {
      queryClient.setQueryData(queryKeys.connectedAccounts, accounts)
      toast({ title: t('issuer.removed'), description: label })
    },
    onError: (error) => {
      toastRequestFailure(t('issuer.kept'), error)
      // Another tab may have removed it.
      void queryClient.invalidateQueries({ queryKey: queryKeys.connectedAccounts })
    },
  })
  return (
    <li ref={passFocusOn} className="spread">
      <div className="stack anywhere">
        <strong>{label}</strong>
        <span className="soft small">
          {t('issuer.since', { time: formatInstant(created_at) })} ·{' '}
          {t('issuer.used', { time: formatInstant(last_used_at) })}
        </span>
      </div>
      <Button
        aria-label={t('issuer.remove-name', { label })}
        busy={removing.isPending}
        onClick={() => removing.mutate()}
      >
        {t('issuer.remove')}
      </Button>
    </li>
  )
}
