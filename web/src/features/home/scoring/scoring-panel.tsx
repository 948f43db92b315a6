import type { Show } from '@called-it/shared/contract/shows'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { builderHeading } from '../builder/builder-heading.ts'

type ScoringPanelProps = {
  show: Show | undefined
  isTest?: boolean
  onClose: () => void
  children: ReactNode
}

/** Takes the builder's place in scoring mode. */
export function ScoringPanel({ show, isTest = false, onClose, children }: ScoringPanelProps) {
  return (
    <Card
      heading={builderHeading(show)}
      note="Scoring"
      aside={
        <>
          {isTest && <Badge tone="light">TEST SCORE</Badge>}
          <IconButton label="close" look="bare" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </>
      }
    >
      {children}
    </Card>
  )
}
