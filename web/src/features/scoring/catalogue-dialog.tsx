import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './catalogue-dialog.module.css'

type Provenance = { source: string; edited_by_hand: boolean }

type CatalogueDialogProps = {
  noun: 'show' | 'tour'
  isNew: boolean
  /** Undefined until the row that is edited is loaded. */
  provenance: Provenance | undefined
  note?: ReactNode
  isSaving: boolean
  /** With `followSource` the next import overwrites the row. */
  onSave: (followSource: boolean) => void
  onClose: () => void
  children: ReactNode
}

export function CatalogueDialog(props: CatalogueDialogProps) {
  const { noun, isNew, provenance, note, isSaving, onSave, onClose, children } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? `add a ${noun}` : `edit the ${noun}`}
      description={isNew ? `A ${noun} that the source does not know. Imports leave it alone.` : undefined}
    >
      <Form className="stack-4" onSubmit={() => onSave(false)}>
        {children}
        {provenance && <ProvenanceNotice {...provenance} onFollow={() => onSave(true)} />}
        {note}
        <SubmitButton busy={isSaving} busyText="Saving...">
          {isNew ? `add the ${noun}` : `save the ${noun}`}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

function ProvenanceNotice({ source, edited_by_hand, onFollow }: Provenance & { onFollow: () => void }) {
  if (source === MADE_BY_HAND) return <Notice>Made by hand. Imports leave it alone.</Notice>
  if (!edited_by_hand) {
    return <Notice>It comes from {source}. What you change here stays as it is through imports.</Notice>
  }
  return (
    <Notice
      tone="warning"
      title="Edited by hand"
      action={<Button onClick={onFollow}>follow the source again</Button>}
    >
      Imports leave it as it is. It can follow {source} again: the next import then overwrites it.
    </Notice>
  )
}
