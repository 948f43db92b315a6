import { AlertDialog } from '../../../ui/dialogs.tsx'

type ImportQuestionProps = {
  asked: { question: string | null; ask: (question: string | null) => void; confirm: () => void }
}

export function ImportQuestion({ asked: { question, ask, confirm } }: ImportQuestionProps) {
  return (
    <AlertDialog
      open={question !== null}
      onOpenChange={(open) => !open && ask(null)}
      title="Import anyway?"
      description={question}
      cancelLabel="cancel"
      confirmLabel="import anyway"
      onConfirm={confirm}
    />
  )
}
