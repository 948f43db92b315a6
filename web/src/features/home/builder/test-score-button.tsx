import { isDraftEmpty } from '@called-it/shared/game/draft'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { type TestScore, useTestScore } from '../scoring/test-score.ts'
import type { ShowDraft } from './draft-store.ts'
import { toPickedSetlist } from './prediction-queries.ts'

type TestScoreButtonProps = {
  showId: number
  draft: ShowDraft
  disabled: boolean
  onBusy: (isBusy: boolean) => void
}

export function TestScoreButton({ showId, draft, disabled, onBusy }: TestScoreButtonProps) {
  const test = useMutation({
    mutationFn: async (): Promise<TestScore> => {
      const { breakdownEndpoints } = await import('@called-it/shared/contract/breakdowns')
      const { breakdown, actualSetlist } = await request(breakdownEndpoints.testScore, {
        body: { prediction: toPickedSetlist(draft) },
      })
      return { showId, breakdown, actualSetlist, picks: draft.slots }
    },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (score) => {
      useTestScore.setState({ score })
      toast({
        title: 'Test Scoring Complete',
        description: `Your score: ${score.breakdown.totalScore} points`,
      })
    },
    onError: (error) =>
      toastRequestFailure(
        'Scoring Test Failed',
        error,
        'There was an error testing the scoring system. Please try again.',
      ),
  })
  const press = () => {
    if (!isDraftEmpty(draft.slots)) return test.mutate()
    toastFailure("Can't score empty prediction", 'Please select at least one song for your prediction.')
  }
  return (
    <Button busy={test.isPending} busyText="Testing..." disabled={disabled} onClick={press}>
      Test Score
    </Button>
  )
}
