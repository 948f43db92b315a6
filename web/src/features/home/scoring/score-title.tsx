import clsx from 'clsx'
import { X } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './scoring.module.css'

type ScoreTitleProps = { title?: string; isTest?: boolean | undefined; onClose: () => void }

export function ScoreTitle({ title = 'score', isTest = false, onClose }: ScoreTitleProps) {
  return (
    <div className={clsx(styles.title, 'row-2')}>
      <h3>{title}</h3>
      {isTest && <Badge tone="strong">TEST SCORE</Badge>}
      <IconButton label="close" look="bare" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
