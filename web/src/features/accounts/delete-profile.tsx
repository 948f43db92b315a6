import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clearSession } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './profile.module.css'
import { toastUnchanged } from './profile-changes.ts'

export function DeleteProfile() {
  const headingId = useId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const deletion = useMutation({
    mutationFn: () => request(accountEndpoints.deleteProfile, { body: {} }),
    onSuccess: async () => {
      await clearSession(queryClient)
      toast({ title: t('account.deleted') })
      navigate(paths.home)
    },
    onError: (error) => toastUnchanged(queryClient, t('account.not-deleted'), error),
  })

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>{t('account.leave')}</h2>
      <Button busy={deletion.isPending} busyText={t('account.deleting')} onClick={() => setAsking(true)}>
        {t('account.delete-mine')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('account.delete-ask')}
        description={t('account.delete-what')}
        confirmLabel={t('account.delete')}
        onConfirm={() => {
          setAsking(false)
          deletion.mutate()
        }}
      />
    </section>
  )
}
