import type { Show } from '@called-it/shared/contract/shows'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { builderHeading } from '../builder/builder-heading.ts'
import styles from './scoring.module.css'

type ScoringPanelProps = { show: Show | undefined; onClose: () => void; children: ReactNode }

/** Takes the builder's place in scoring mode. */
export function ScoringPanel({ show, onClose, children }: ScoringPanelProps) {
  return (
    <Card
      heading={builderHeading(show)}
      note={t('score.scoring')}
      aside={
        <IconButton label={t('score.close')} look="bare" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      }
      className={styles.panel}
    >
      {children}
    </Card>
  )
}
