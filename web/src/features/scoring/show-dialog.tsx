import { type AdminShow, catalogueEndpoints, showForm } from '@called-it/shared/contract/catalogue'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { hasCode, request, requestRun } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { CatalogueDialog, FieldPair } from './catalogue-dialog.tsx'

type ShowDialogProps = {
  show: AdminShow | null
  /** Preselected for a new show; null for none. */
  tourId: number | null
  onClose: () => void
}

type ShowFacts = z.output<typeof showForm>

export function ShowDialog({ show, tourId, onClose }: ShowDialogProps) {
  const queryClient = useQueryClient()
  const tours = useTours()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(showForm),
    defaultValues: {
      showdate: show?.showdate ?? '',
      venue: show?.venue ?? '',
      city: show?.city ?? '',
      state: show?.state ?? '',
      country: show?.country ?? '',
      tour_id: show ? show.tour_id : tourId,
    },
  })
  const { errors } = formState
  const saving = useMutation({
    mutationFn: ({ followSource, ...body }: ShowFacts & { followSource: boolean }) =>
      show === null ? addShow(body) : editShow(show, { ...body, followSource }),
    onSuccess: (saved) => {
      void queryClient.refetchQueries({ queryKey: queryKeys.adminShows })
      toast(saved)
      onClose()
    },
    onError: (error) => {
      showIssues(error, ['showdate', 'venue', 'city', 'state', 'country', 'tour_id'], setError)
      if (hasCode(error, 'stale_version')) void queryClient.refetchQueries({ queryKey: queryKeys.adminShows })
      toastAdminFailure(t('scoring.show-kept'), error)
    },
  })
  const save = (followSource: boolean) =>
    void handleSubmit((body) => saving.mutate({ ...body, followSource }))()

  return (
    <CatalogueDialog
      noun="show"
      isNew={show === null}
      provenance={show ?? undefined}
      note={show?.is_scored && <p className="soft small">{t('scoring.points-move')}</p>}
      isSaving={saving.isPending}
      onSave={save}
      onClose={onClose}
    >
      <FieldPair>
        <Field label={t('scoring.day')} hint={t('scoring.day-hint')} error={errors.showdate?.message}>
          {(wiring) => <TextInput type="date" {...wiring} {...register('showdate')} />}
        </Field>
        <Field label={t('scoring.tour')} error={errors.tour_id?.message}>
          {(wiring) => (
            <Select
              {...wiring}
              {...register('tour_id', { setValueAs: (chosen) => (chosen ? Number(chosen) : null) })}
            >
              <option value="">{t('scoring.no-tour')}</option>
              {tours.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FieldPair>
      <TextField label={t('scoring.venue')} error={errors.venue?.message} {...register('venue')} />
      <TextField label={t('scoring.city')} error={errors.city?.message} {...register('city')} />
      <FieldPair>
        <TextField label={t('scoring.state')} error={errors.state?.message} {...register('state')} />
        <TextField label={t('scoring.country')} error={errors.country?.message} {...register('country')} />
      </FieldPair>
    </CatalogueDialog>
  )
}

type Saved = { title: string; description: string }

async function addShow(body: ShowFacts): Promise<Saved> {
  const { venue } = await request(catalogueEndpoints.createShow, { body })
  return { title: t('scoring.show-added'), description: venue }
}

async function editShow(show: AdminShow, facts: ShowFacts & { followSource: boolean }): Promise<Saved> {
  const response = await requestRun(catalogueEndpoints.updateShow, {
    params: { showId: show.id },
    body: { ...facts, version: show.version },
  })
  return response.finished
    ? { title: t('scoring.show-saved'), description: response.result.venue }
    : { title: t('scoring.show-saved'), description: t('scoring.points-go') }
}
