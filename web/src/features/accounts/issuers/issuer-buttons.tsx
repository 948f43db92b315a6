import { issuerEndpoints } from '@called-it/shared/contract/issuers'
import type { IssuerButton } from '@called-it/shared/contract/site'
import { useMutation } from '@tanstack/react-query'
import { request, serverMessage } from '../../../lib/api/api.ts'
import { tryAgain } from '../../../lib/api/request-toasts.ts'
import { useSite } from '../../../lib/api/site.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { toastFailure } from '../../../ui/toast.ts'
import { signUpContext } from '../sign-up-context.ts'
import { isInAppBrowser } from './in-app-browser.ts'

/** An issuer that refuses this browser gives way to the link by mail. */
export function IssuerButtons() {
  const { data: site } = useSite()
  const isInApp = isInAppBrowser()
  return site?.issuers?.map((issuer) =>
    isInApp && issuer.refusesInApp ? (
      <p key={issuer.key} className="soft small">
        {t('issuer.in-app', { label: issuer.label })}
      </p>
    ) : (
      <GoOn key={issuer.key} issuer={issuer} />
    ),
  )
}

function GoOn({ issuer: { key, label } }: { issuer: IssuerButton }) {
  const start = useMutation({
    mutationFn: () => {
      const { invitation } = signUpContext()
      const body = invitation === undefined ? {} : { invitation }
      return request(issuerEndpoints.startIssuerLogin, { params: { issuerKey: key }, body })
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure(t('issuer.failed'), serverMessage(error, tryAgain())),
  })
  return (
    <Button busy={start.isPending} onClick={() => start.mutate()}>
      {t('issuer.go-on', { label })}
    </Button>
  )
}
