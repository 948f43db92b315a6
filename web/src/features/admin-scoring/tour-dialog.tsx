import { catalogueEndpoints, tourForm } from '@called-it/shared/contract/catalogue'
import type { Tour } from '@called-it/shared/contract/tours'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { toastAdminFailure } from '../../lib/admin-failure-toast.ts'
import { request } from '../../lib/api.ts'
import { showIssues } from '../../lib/form-issues.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { CatalogueDialog, FieldPair } from './catalogue-dialog.tsx'

type TourDialogProps = {
  /** The tour to edit; null adds one. */
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
      toast({ title: tour ? 'tour saved' : 'tour added', description: saved.name })
      onSaved(saved.id)
    },
    onError: (error) => {
      showIssues(error, ['name', 'start_date', 'end_date', 'description'], setError)
      toastAdminFailure('The tour was not saved', error)
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
      <Field label="Name" error={errors.name?.message}>
        {(wiring) => <TextInput {...wiring} {...register('name')} />}
      </Field>
      <FieldPair>
        <Field label="First day" error={errors.start_date?.message}>
          {(wiring) => <TextInput type="date" {...wiring} {...register('start_date')} />}
        </Field>
        <Field label="Last day" error={errors.end_date?.message}>
          {(wiring) => <TextInput type="date" {...wiring} {...register('end_date')} />}
        </Field>
      </FieldPair>
      <Field label="Description" error={errors.description?.message}>
        {(wiring) => <TextArea rows={3} {...wiring} {...register('description')} />}
      </Field>
    </CatalogueDialog>
  )
}
