import type { SettingName } from '@called-it/shared/contract/installation-settings'
import { useMutation } from '@tanstack/react-query'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useSettingDraft } from '../setting-draft.ts'
import { SettingIssues } from '../setting-issues.tsx'
import { issuesByName } from '../use-installation-settings.ts'
import styles from './address.module.css'
import { type AddressCheck, checkAddress } from './address-checks.ts'
import { tryAddress } from './try-address.ts'

function useWanted(name: SettingName): string | null {
  const { setting, draft } = useSettingDraft(name)
  return (draft === undefined ? setting.value : draft) || null
}

/** With what is entered, before it is saved. */
export function TryAddressSection() {
  const public_url = useWanted('PUBLIC_URL')
  const trust_proxy = useWanted('TRUST_PROXY')
  const attempt = useMutation({
    mutationFn: () => tryAddress({ public_url, trust_proxy }),
    onError(error) {
      if (issuesByName(error).size === 0) toastAdminFailure(t('mailset.not-tried'), error)
    },
  })
  return (
    <section className="stack-3" aria-label={t('mailset.try')}>
      <div className="buttons">
        <Button busy={attempt.isPending} busyText={t('mailset.trying')} onClick={() => attempt.mutate()}>
          {t('mailset.try')}
        </Button>
      </div>
      <div role="status" className="stack-2">
        <SettingIssues issues={issuesByName(attempt.error)} />
        {attempt.data &&
          checkAddress(attempt.data, location).map((check) => <Check key={check.text} check={check} />)}
      </div>
    </section>
  )
}

function Check({ check: { isRight, text, lines, proposal } }: { check: AddressCheck }) {
  const { setting, change } = useSettingDraft('TRUST_PROXY')
  const take = proposal !== undefined && setting.origin !== 'environment' && (
    <Button onClick={() => change(proposal === setting.value ? undefined : proposal)}>
      {t('mailset.take', { value: `TRUST_PROXY=${proposal}` })}
    </Button>
  )
  return (
    <Notice tone={isRight ? 'good' : 'danger'} action={take}>
      <p className="anywhere">{text}</p>
      {lines && (
        <>
          <p>{t('mailset.nginx')}</p>
          <pre className={styles.lines}>
            <code>{lines}</code>
          </pre>
        </>
      )}
    </Notice>
  )
}
