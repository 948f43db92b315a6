import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'

type ScoreTitleProps = { title?: string; isTest?: boolean | undefined }

export function ScoreTitle({ title = t('score.score'), isTest = false }: ScoreTitleProps) {
  return (
    <div className="row-2">
      <h3>{title}</h3>
      {isTest && <Badge tone="strong">{t('score.test')}</Badge>}
    </div>
  )
}
