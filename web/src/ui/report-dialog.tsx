import { FIELD_LIMITS } from '@called-it/shared/contract/entered-fields'
import { moderationEndpoints, type ReportBody } from '@called-it/shared/contract/moderation'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { request } from '../lib/api/api.ts'
import { toastRequestFailure } from '../lib/api/request-toasts.ts'
import { useOneAtATime } from '../lib/hooks/use-one-at-a-time.ts'
import { t } from '../lib/words/texts.ts'
import { Dialog } from './dialogs.tsx'
import { Field } from './field.tsx'
import { Form, SubmitButton } from './form.tsx'
import { Select } from './select.tsx'
import { TextArea } from './text-area.tsx'
import { toast } from './toast.ts'

export type Reportable =
  | { kind: 'player'; id: number; name: string; hasImage: boolean }
  | { kind: 'league'; id: number; name: string }

type ReportDialogProps = { of: Reportable; open: boolean; onOpenChange: (open: boolean) => void }

export function ReportDialog({ of, ...dialog }: ReportDialogProps) {
  return (
    <Dialog {...dialog} title={t('ui.report-title', { name: of.name })} description={t('ui.report-about')}>
      <ReportForm of={of} onDone={() => dialog.onOpenChange(false)} />
    </Dialog>
  )
}

function ReportForm({ of, onDone }: { of: Reportable; onDone: () => void }) {
  const { register, handleSubmit } = useForm<{ kind: 'name' | 'image'; note: string }>({
    defaultValues: { kind: 'name', note: '' },
  })
  const reporting = useMutation({
    mutationFn: (body: ReportBody) => request(moderationEndpoints.report, { body }),
    onSuccess: () => {
      toast({ title: t('ui.reported'), description: t('ui.reported-then') })
      onDone()
    },
    onError: (error) => toastRequestFailure(t('ui.report-failed'), error),
  })
  const report = useOneAtATime(reporting.mutate)
  const submit = handleSubmit(({ kind, note }) =>
    report(
      of.kind === 'league' ? { kind: 'league', league_id: of.id, note } : { kind, user_id: of.id, note },
    ),
  )
  return (
    <Form className="stack-2" onSubmit={() => void submit()}>
      {of.kind === 'player' && of.hasImage && (
        <Field label={t('ui.report-what')}>
          {(wiring) => (
            <Select {...wiring} {...register('kind')}>
              <option value="name">{t('ui.report-name')}</option>
              <option value="image">{t('ui.report-image')}</option>
            </Select>
          )}
        </Field>
      )}
      <Field label={t('ui.report-note')} hint={t('ui.may-be-empty')}>
        {(wiring) => (
          <TextArea rows={3} maxLength={FIELD_LIMITS.reportNote.max} {...wiring} {...register('note')} />
        )}
      </Field>
      <SubmitButton busy={reporting.isPending} busyText={t('ui.reporting')}>
        {t('ui.report')}
      </SubmitButton>
    </Form>
  )
}
