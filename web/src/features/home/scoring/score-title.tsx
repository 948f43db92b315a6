import { X } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './scoring.module.css'

type ScoreTitleProps = { title?: string; isTest?: boolean | undefined; onClose: () => void }

export function ScoreTitle({ title = 'score', isTest = false, onClose }: ScoreTitleProps) {
  return (
    <div className={styles.title}>
      <h3>{title}</h3>
      {isTest && <Badge tone="light">TEST SCORE</Badge>}
      <IconButton label="close" look="bare" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
