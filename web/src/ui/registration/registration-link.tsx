import { registrationLinkEndpoints } from '@called-it/shared/contract/registration-link'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../button.tsx'
import { NotLoaded } from '../not-loaded.tsx'
import { toast } from '../toast.ts'

const queryKey = queryKeys.registrationLink

/** The link that admins pass on where signing up needs an invitation. */
export function RegistrationLink() {
  const queryClient = useQueryClient()
  const link = useQuery({
    queryKey,
    queryFn: ({ signal }) => request(registrationLinkEndpoints.getRegistrationLink, { signal }),
    // Another admin may have made a new one.
    refetchOnMount: 'always',
  })
  const change = useMutation({
    mutationFn: (isMade: boolean) =>
      isMade
        ? request(registrationLinkEndpoints.renewRegistrationLink)
        : request(registrationLinkEndpoints.deleteRegistrationLink),
    onSuccess: (changed, isMade) => {
      queryClient.setQueryData(queryKey, changed)
      toast({ title: isMade ? t('invite.made') : t('invite.deleted') })
    },
    onError: (error) => toastAdminFailure(t('invite.not-changed'), error),
  })
  const busyness = (isMade: boolean) => ({
    busy: change.isPending && change.variables === isMade,
    busyText: t('invite.changing'),
    disabled: change.isPending && change.variables !== isMade,
    onClick: () => change.mutate(isMade),
  })
  if (!link.data) return <NotLoaded what={t('invite.what-link')} query={link} blocks={[2, '44px']} />
  const { code } = link.data
  if (code === null) {
    return (
      <div className="stack-2">
        <p className="soft small">{t('invite.no-link')}</p>
        <Button {...busyness(true)}>{t('invite.make')}</Button>
      </div>
    )
  }
  const { href } = new URL(paths.signUpWith(code), location.origin)
  return (
    <div className="stack-2">
      <p className="anywhere small">
        <code>{href}</code>
      </p>
      <p className="soft small">{t('invite.link-hint')}</p>
      <div className="buttons">
        <Button onClick={() => void copyText(href)}>
          <Copy aria-hidden /> {t('invite.copy')}
        </Button>
        <Button {...busyness(true)}>{t('invite.renew')}</Button>
        <Button variant="quiet" {...busyness(false)}>
          {t('invite.delete')}
        </Button>
      </div>
    </div>
  )
}
