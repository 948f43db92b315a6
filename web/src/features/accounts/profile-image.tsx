import { accountEndpoints } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { AVATAR_LIMITS, pictureTooLarge } from '@called-it/shared/contract/entered-fields'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import type { ChangeEvent } from 'react'
import { request } from '../../lib/api/api.ts'
import { tryAgain } from '../../lib/api/request-toasts.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import { showChangedUser, toastUnchanged } from './profile-changes.ts'
import styles from './profile-image.module.css'

export function ProfileImage({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const upload = useMutation({
    mutationFn: (file: File) => request(accountEndpoints.uploadAvatar, { file }),
    onSuccess: async (changed) => {
      await showChangedUser(queryClient, changed)
      toast({ title: t('account.avatar-done') })
    },
    onError: (error) => toastUnchanged(queryClient, t('account.no-avatar'), error),
  })
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Otherwise choosing the same file again would fire no change event.
    target.value = ''
    if (!file || upload.isPending) return
    const refusal = refusalOf(file)
    if (refusal) toastFailure(t('account.no-avatar'), tryAgain(), { reason: refusal })
    else upload.mutate(file)
  }
  return (
    <div className={styles.image}>
      <Avatar name={user.display_name} image={user.avatar_path} size={96} />
      <label className={styles.camera} title={t('account.upload')}>
        <span className="visually-hidden">{t('account.upload')}</span>
        {upload.isPending ? <Spinner size="20px" /> : <Camera aria-hidden size={20} />}
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          aria-disabled={upload.isPending || undefined}
          onChange={take}
        />
      </label>
      <span role="status" className="visually-hidden">
        {upload.isPending && t('account.uploading')}
      </span>
    </div>
  )
}

function refusalOf({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return t('error.no-picture')
  return size > AVATAR_LIMITS.bytes ? t(pictureTooLarge) : null
}
