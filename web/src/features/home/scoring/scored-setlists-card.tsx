import type { Prediction } from '@called-it/shared/contract/predictions'
import clsx from 'clsx'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { usePlayerShows } from '../../../lib/shows/player-shows.ts'
import { longDate, unknownDate } from '../../../lib/shows/show-date.ts'
import { useOpenScoreView } from '../../../lib/shows/use-open-score-view.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import styles from './scored-setlists.module.css'

type ScoredPrediction = Prediction & { score: number }

export function ScoredSetlistsCard() {
  const { user } = useCurrentUser()
  const scored = listScored(useCurrentUserPredictions().data ?? [])
  return user && scored.length > 0 && <ScoredSetlists userId={user.id} scored={scored} />
}

type ScoredSetlistsProps = { userId: number; scored: readonly ScoredPrediction[] }

function ScoredSetlists({ userId, scored }: ScoredSetlistsProps) {
  const { data: played = [] } = usePlayerShows(userId)
  const shows = new Map(played.map(({ show }) => [show.id, show]))
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const selected = scored.find(({ id }) => id === selectedId)
  const date = selected && (shows.get(selected.show_id)?.date ?? null)
  const view = useOpenScoreView()

  return (
    <Card
      heading={t('score.setlists')}
      aside={
        <Badge tone="gold">
          <Trophy aria-hidden /> <Rich id="score.top" points={scored[0]?.score} />
        </Badge>
      }
    >
      <Field label={t('score.select')}>
        {(wiring) => (
          <Select
            {...wiring}
            value={selectedId ?? ''}
            onChange={({ target }) => setSelectedId(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t('score.best-first', { count: scored.length })}</option>
            {scored.map(({ id, show_id, score }) => (
              <option key={id} value={id}>
                {t('score.option', {
                  show: shows.get(show_id)?.venue ?? t('score.show', { show: `${show_id}` }),
                  points: score,
                })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className={clsx(styles.date, 'soft small')} aria-live="polite">
        {selected && (date ? longDate(date) : unknownDate())}
      </p>
      <Button
        wide
        disabled={!selected}
        busy={view.isPending}
        busyText={t('score.opening')}
        onClick={() => selected && view.mutate(selected)}
      >
        {t('score.view')}
      </Button>
    </Card>
  )
}

function listScored(predictions: readonly Prediction[]): ScoredPrediction[] {
  return predictions
    .filter((prediction): prediction is ScoredPrediction => prediction.score !== null)
    .toSorted((a, b) => b.score - a.score)
}
