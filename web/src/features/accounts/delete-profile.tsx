import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { clearSession } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
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
    toast({ title: 'Profile deleted' })
    navigate(paths.home)
  }

  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Leave for good</h2>
      <Button onClick={() => setAsking(true)}>delete my profile</Button>
      {isAsking && (
        <PasswordDialog
          title="Delete your profile?"
          description={
            'Your name, e-mail address and picture go at once, and so do your picks of shows that are still ' +
            'open for picks. Your scores stay on the boards, under “deleted fan”. This cannot be undone.'
          }
          email={email}
          confirmLabel="Delete my profile"
          busyText="Deleting..."
          tone="danger"
          change={deleteByPassword}
          onFailure={(error) => toastUnchanged(queryClient, 'Failed to delete profile', error)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
