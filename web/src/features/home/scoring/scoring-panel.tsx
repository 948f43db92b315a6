import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { builderHeading } from '../builder/builder-heading.ts'

type ScoringPanelProps = { show: Show | undefined; children: ReactNode }

/** Takes the builder's place in scoring mode. */
export function ScoringPanel({ show, children }: ScoringPanelProps) {
  return (
    <Card heading={builderHeading(show)} note="Scoring">
      {children}
    </Card>
  )
}
