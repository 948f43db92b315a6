import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clearSession } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './profile.module.css'
import { toastUnchanged } from './profile-changes.ts'

export function DeleteProfile({ email }: { email: string }) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const deleteByPassword = async (password: string) => {
    await request(accountEndpoints.deleteProfile, { body: { password } })
    await clearSession(queryClient)
    toast({ title: t('account.deleted') })
    navigate(paths.home)
  }

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{t('account.leave')}</h2>
      <Button onClick={() => setAsking(true)}>{t('account.delete-mine')}</Button>
      {isAsking && (
        <PasswordDialog
          title={t('account.delete-ask')}
          description={t('account.delete-what')}
          email={email}
          confirmLabel={t('account.delete')}
          busyText={t('account.deleting')}
          tone="danger"
          change={deleteByPassword}
          onFailure={(error) => toastUnchanged(queryClient, t('account.not-deleted'), error)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
