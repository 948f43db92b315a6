import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import {
  installationSourceEndpoints,
  MAX_SETLISTS_BYTES,
} from '@called-it/shared/contract/installation-source'
import { useState } from 'react'
import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useRunRequest } from '../../../lib/api/use-run-request.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedImport } from '../../../ui/import/checked-import.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunProgress } from '../../../ui/progress.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Choice = {
  /** The upload that is to be used. */
  chosen: string | null
  onChoose: (upload: string) => void
}

export function UploadFiles({ error, ...choice }: Choice & { error: string | undefined }) {
  const [picked, setPicked] = useState<{ file: File; time: number } | null>(null)
  const isTooLarge = picked !== null && picked.file.size > MAX_SETLISTS_BYTES
  return (
    <>
      <TextField
        label={t('source.files')}
        hint={t('source.files-hint')}
        error={isTooLarge ? t('source.too-large') : error}
        type="file"
        accept=".zip,.csv,.tsv,.json"
        onChange={({ target, timeStamp }) => {
          const [file] = target.files ?? []
          setPicked(file ? { file, time: timeStamp } : null)
        }}
      />
      {picked && !isTooLarge && <CheckedFile key={picked.time} file={picked.file} {...choice} />}
    </>
  )
}

/** Uploads the file, and reports what an import of it would do. */
function CheckedFile({ file, chosen, onChoose }: Choice & { file: File }) {
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { data } = useRuns()
  const checking = useRunRequest(installationSourceEndpoints.uploadSetlists, {
    input: { query: { name: file.name }, file },
    done: (found) => {
      setCheck(found)
      if (found.upload !== undefined && isClean(found)) onChoose(found.upload)
      return null
    },
    failed: { title: t('admin.check-fail'), fallback: t('source.check-why') },
    onRefused: ({ code, message }) => {
      if (code !== 'invalid') return false
      setRefusal(message)
      return true
    },
  })
  const run = data?.runs.find((one) => one.kind === 'check-import' && isOpenRun(one))
  return (
    <>
      {check === null && (
        <div className="buttons">
          <Button busy={checking.isRunning} busyText={t('source.uploading')} onClick={checking.start}>
            {t('source.check')}
          </Button>
        </div>
      )}
      {checking.isRunning && run && <RunProgress run={run} />}
      {refusal !== null && (
        <Notice tone="danger" role="alert" title={t('source.refused')}>
          {refusal}
        </Notice>
      )}
      {check && (
        <section aria-label={t('source.report')} className="stack-4">
          <CheckedImport check={check} />
          <Decision check={check} chosen={chosen} onChoose={onChoose} />
        </section>
      )}
    </>
  )
}

function Decision({ check, chosen, onChoose }: Choice & { check: ImportCheck }) {
  const { upload } = check
  if (upload === undefined) return null
  if (upload === chosen) {
    return (
      <Notice tone="good" role="status">
        {t('source.ready')}
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      role="status"
      action={<Button onClick={() => onChoose(upload)}>{t('source.use-anyway')}</Button>}
    >
      {t('source.faulty')}
    </Notice>
  )
}

function isClean({ faults, refusal }: ImportCheck): boolean {
  return faults.count === 0 && refusal === null
}
