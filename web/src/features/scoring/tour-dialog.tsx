import { catalogueEndpoints, tourForm } from '@called-it/shared/contract/catalogue'
import type { Tour } from '@called-it/shared/contract/tours'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { showIssues } from '../../lib/api/form-issues.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { t } from '../../lib/words/texts.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { CatalogueDialog, FieldPair } from './catalogue-dialog.tsx'

type TourDialogProps = {
  tour: Tour | null
  onClose: () => void
  onSaved: (tourId: number) => void
}

export function TourDialog({ tour, onClose, onSaved }: TourDialogProps) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(tourForm),
    defaultValues: {
      name: tour?.name ?? '',
      start_date: tour?.start_date ?? '',
      end_date: tour?.end_date ?? '',
      description: tour?.description ?? '',
    },
  })
  const { errors } = formState
  const provenance = useQuery({
    queryKey: queryKeys.adminTour(tour?.id ?? 0),
    enabled: tour !== null,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await request(catalogueEndpoints.listAdminTourShows, { params: { tourId: tour?.id ?? 0 }, signal }))
        .tour,
  })
  const saving = useMutation({
    mutationFn: ({ followSource, ...body }: z.output<typeof tourForm> & { followSource: boolean }) =>
      tour === null
        ? request(catalogueEndpoints.createTour, { body })
        : request(catalogueEndpoints.updateTour, {
            params: { tourId: tour.id },
            body: { ...body, followSource },
          }),
    onSuccess: async (saved) => {
      await queryClient.refetchQueries({ queryKey: queryKeys.tours, exact: true })
      toast({ title: tour ? t('scoring.tour-saved') : t('scoring.tour-added'), description: saved.name })
      onSaved(saved.id)
    },
    onError: (error) => {
      showIssues(error, ['name', 'start_date', 'end_date', 'description'], setError)
      toastAdminFailure(t('scoring.tour-kept'), error)
    },
  })
  const save = (followSource: boolean) =>
    void handleSubmit((body) => saving.mutate({ ...body, followSource }))()

  return (
    <CatalogueDialog
      noun="tour"
      isNew={tour === null}
      provenance={provenance.data}
      isSaving={saving.isPending}
      onSave={save}
      onClose={onClose}
    >
      <TextField label={t('scoring.tour-name')} error={errors.name?.message} {...register('name')} />
      <FieldPair>
        <TextField
          label={t('scoring.first-day')}
          error={errors.start_date?.message}
          type="date"
          {...register('start_date')}
        />
        <TextField
          label={t('scoring.last-day')}
          error={errors.end_date?.message}
          type="date"
          {...register('end_date')}
        />
      </FieldPair>
      <Field label={t('scoring.description')} error={errors.description?.message}>
        {(wiring) => <TextArea rows={3} {...wiring} {...register('description')} />}
      </Field>
    </CatalogueDialog>
  )
}
