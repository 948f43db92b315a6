import type { Backups, backupEndpoints } from '@called-it/shared/contract/backups'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { sendFile } from '../../../lib/api/send-file.ts'
import { formatFileSize } from '../../../lib/words/file-size.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'

const MB = 1024 ** 2

type BackupUploadProps = {
  endpoint: typeof backupEndpoints.uploadBackup | typeof backupEndpoints.uploadSetupBackup
  headers?: Readonly<Record<string, string>>
  /** In bytes. */
  maxUpload: number
  onUploaded: (listed: Backups) => void
}

export function BackupUpload({ endpoint, headers = {}, maxUpload, onUploaded }: BackupUploadProps) {
  const [sent, setSent] = useState(0)
  const stop = useRef<AbortController>(null)
  // Who leaves the page cancels it.
  useEffect(() => () => stop.current?.abort(), [])
  const upload = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      setSent(0)
      return sendFile(endpoint, file, { headers, signal: stop.current.signal, onProgress: setSent })
    },
    onSuccess: (listed) => {
      toast({ title: t('backup.uploaded') })
      onUploaded(listed)
    },
    onError: (error) => {
      if (!stop.current?.signal.aborted) toastAdminFailure(t('backup.no-upload'), error)
    },
  })
  function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Otherwise choosing the same file again would fire no change event.
    target.value = ''
    if (!file) return
    if (file.size <= maxUpload) return upload.mutate(file)
    toastFailure(t('backup.no-upload'), t('backup.too-large', { mb: Math.floor(maxUpload / MB) }))
  }
  const { isPending, variables: file } = upload
  if (isPending && file) {
    return (
      <div className="stack-4">
        <Progress
          label={t('backup.sending', { name: file.name })}
          done={Math.round(sent / MB)}
          total={Math.ceil(file.size / MB)}
          note={t('backup.mb')}
        />
        <div className="buttons">
          <Button onClick={() => stop.current?.abort()}>{t('backup.cancel')}</Button>
        </div>
      </div>
    )
  }
  return (
    <Field label={t('backup.choose')} hint={t('backup.upload-hint', { size: formatFileSize(maxUpload) })}>
      {(wiring) => <TextInput {...wiring} type="file" accept=".backup" onChange={take} />}
    </Field>
  )
}
