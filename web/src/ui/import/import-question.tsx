import { t } from '../../lib/words/texts.ts'
import { AlertDialog } from '../dialogs.tsx'

type ImportQuestionProps = {
  asked: { question: string | null; ask: (question: string | null) => void; confirm: () => void }
}

export function ImportQuestion({ asked: { question, ask, confirm } }: ImportQuestionProps) {
  return (
    <AlertDialog
      open={question !== null}
      onOpenChange={(open) => !open && ask(null)}
      title={t('admin.import-ask')}
      description={question}
      cancelLabel={t('admin.cancel')}
      confirmLabel={t('admin.import-anyway')}
      onConfirm={confirm}
    />
  )
}
