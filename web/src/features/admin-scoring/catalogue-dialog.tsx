import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './catalogue-dialog.module.css'

type Provenance = { source: string; edited_by_hand: boolean }

type CatalogueDialogProps = {
  noun: 'show' | 'tour'
  isNew: boolean
  /** Of the row that is edited; undefined until it is loaded. */
  provenance: Provenance | undefined
  /** Below the provenance. */
  note?: ReactNode
  isSaving: boolean
  /** With `followSource` the next import overwrites the row. */
  onSave: (followSource: boolean) => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** Adds or edits a row of the catalogue. */
export function CatalogueDialog(props: CatalogueDialogProps) {
  const { noun, isNew, provenance, note, isSaving, onSave, onClose, children } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? `add a ${noun}` : `edit the ${noun}`}
      description={isNew ? `A ${noun} that the source does not know. Imports leave it alone.` : undefined}
    >
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSave(false)
        }}
      >
        {children}
        {provenance && <ProvenanceNotice {...provenance} onFollow={() => onSave(true)} />}
        {note}
        <Button type="submit" variant="main" size="l" wide busy={isSaving} busyText="Saving...">
          {isNew ? `add the ${noun}` : `save the ${noun}`}
        </Button>
      </form>
    </Dialog>
  )
}

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

/** What the next import does to the row. */
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
