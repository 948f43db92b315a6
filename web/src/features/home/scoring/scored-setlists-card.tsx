import { counted } from '@called-it/shared/contract/counted'
import type { Prediction } from '@called-it/shared/contract/predictions'
import clsx from 'clsx'
import { Trophy } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { usePlayerShows } from '../../../lib/shows/player-shows.ts'
import { longDate, UNKNOWN_DATE } from '../../../lib/shows/show-date.ts'
import { useOpenScoreView } from '../../../lib/shows/use-open-score-view.ts'
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
      heading="scored setlists"
      aside={
        <Badge tone="gold">
          <Trophy aria-hidden /> Top score {scored[0]?.score}
        </Badge>
      }
    >
      <Field label="Select a scored show">
        {(wiring) => (
          <Select
            {...wiring}
            value={selectedId ?? ''}
            onChange={({ target }) => setSelectedId(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{counted(scored.length, 'show')}, best first</option>
            {scored.map(({ id, show_id, score }) => (
              <option key={id} value={id}>
                {shows.get(show_id)?.venue ?? `Show ${show_id}`} · {score} pts
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p className={clsx(styles.date, 'soft small')} aria-live="polite">
        {selected && (date ? longDate(date) : UNKNOWN_DATE)}
      </p>
      <Button
        wide
        disabled={!selected}
        busy={view.isPending}
        busyText="Loading..."
        onClick={() => selected && view.mutate(selected)}
      >
        view score breakdown
      </Button>
    </Card>
  )
}

function listScored(predictions: readonly Prediction[]): ScoredPrediction[] {
  return predictions
    .filter((prediction): prediction is ScoredPrediction => prediction.score !== null)
    .toSorted((a, b) => b.score - a.score)
}
