import { type League, leagueBody, MAX_DROPPED } from '@called-it/shared/contract/leagues'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showIssues } from '../../lib/api/form-issues.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { Dialog } from '../../ui/dialogs.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useLeagueChange } from './use-league-change.ts'

export type LeagueOptions = z.output<typeof leagueBody>

type LeagueDialogProps = {
  /** Null: a new one. */
  league: League | null
  save: (options: LeagueOptions) => Promise<{ league: League }>
  onSaved: (league: League) => void
  onClose: () => void
}

const DROPS = Array.from({ length: MAX_DROPPED + 1 }, (_, count) => count)

/** Name and options of a league. */
export function LeagueDialog({ league, save, onSaved, onClose }: LeagueDialogProps) {
  const tours = useTours()
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(leagueBody),
    defaultValues: {
      name: league?.name ?? '',
      tour_id: league?.tour?.id ?? null,
      counts_from: league?.counts_from ?? 'all',
      drop_worst: league?.drop_worst ?? 0,
    },
  })
  const { errors } = formState
  const saving = useLeagueChange({
    change: save,
    failure: t('league.save-fail'),
    onDone: onSaved,
  })
  const saveOnce = useOneAtATime(saving.mutate)
  const submit = handleSubmit((options) =>
    saveOnce(options, {
      onError: (error) => showIssues(error, ['name', 'tour_id', 'counts_from', 'drop_worst'], setError),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(league ? 'league.edit' : 'league.new')}
      description={t('league.dialog')}
    >
      <Form className="stack-4" onSubmit={() => void submit()}>
        <TextField
          label={t('league.name')}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <Field label={t('league.shows-field')} error={errors.tour_id?.message}>
          {(wiring) => (
            <Select
              {...wiring}
              {...register('tour_id', { setValueAs: (chosen) => (chosen ? Number(chosen) : null) })}
            >
              <option value="">{t('league.all-tours')}</option>
              {tours.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('league.counting')} error={errors.counts_from?.message}>
          {(wiring) => (
            <Select {...wiring} {...register('counts_from')}>
              <option value="all">{t('league.count-all')}</option>
              <option value="joining">{t('league.count-joining')}</option>
            </Select>
          )}
        </Field>
        <Field label={t('league.drop')} hint={t('league.drop-hint')} error={errors.drop_worst?.message}>
          {(wiring) => (
            <Select {...wiring} {...register('drop_worst', { valueAsNumber: true })}>
              {DROPS.map((count) => (
                <option key={count} value={count}>
                  {count === 0 ? t('league.drop-none') : count}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SubmitButton busy={saving.isPending} busyText={t('league.saving')}>
          {t(league ? 'league.save' : 'league.start-it')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
