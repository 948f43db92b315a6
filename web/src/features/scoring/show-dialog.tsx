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
      toastAdminFailure('The show was not saved', error)
    },
  })
  const save = (followSource: boolean) =>
    void handleSubmit((body) => saving.mutate({ ...body, followSource }))()

  return (
    <CatalogueDialog
      noun="show"
      isNew={show === null}
      provenance={show ?? undefined}
      note={show?.is_scored && <p className="soft small">On another tour, its points move there with it.</p>}
      isSaving={saving.isPending}
      onSave={save}
      onClose={onClose}
    >
      <FieldPair>
        <Field label="Day" hint="the day at the venue" error={errors.showdate?.message}>
          {(wiring) => <TextInput type="date" {...wiring} {...register('showdate')} />}
        </Field>
        <Field label="Tour" error={errors.tour_id?.message}>
          {(wiring) => (
            <Select
              {...wiring}
              {...register('tour_id', { setValueAs: (chosen) => (chosen ? Number(chosen) : null) })}
            >
              <option value="">no tour</option>
              {tours.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </FieldPair>
      <TextField label="Venue" error={errors.venue?.message} {...register('venue')} />
      <TextField label="City" error={errors.city?.message} {...register('city')} />
      <FieldPair>
        <TextField label="State" error={errors.state?.message} {...register('state')} />
        <TextField label="Country" error={errors.country?.message} {...register('country')} />
      </FieldPair>
    </CatalogueDialog>
  )
}

type Saved = { title: string; description: string }

async function addShow(body: ShowFacts): Promise<Saved> {
  const { venue } = await request(catalogueEndpoints.createShow, { body })
  return { title: 'show added', description: venue }
}

async function editShow(show: AdminShow, facts: ShowFacts & { followSource: boolean }): Promise<Saved> {
  const response = await requestRun(catalogueEndpoints.updateShow, {
    params: { showId: show.id },
    body: { ...facts, version: show.version },
  })
  return response.finished
    ? { title: 'show saved', description: response.result.venue }
    : { title: 'show saved', description: 'Its points are on their way to the other tour.' }
}
