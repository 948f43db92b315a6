import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import type { ReactNode } from 'react'
import { t } from '../../lib/words/texts.ts'
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
      title={isNew ? t('scoring.add', { noun }) : t('scoring.edit', { noun })}
      description={isNew ? t('scoring.add-hint', { noun }) : undefined}
    >
      <Form className="stack-4" onSubmit={() => onSave(false)}>
        {children}
        {provenance && <ProvenanceNotice {...provenance} onFollow={() => onSave(true)} />}
        {note}
        <SubmitButton busy={isSaving} busyText={t('scoring.saving')}>
          {isNew ? t('scoring.add-it', { noun }) : t('scoring.save-it', { noun })}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}

export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>
}

function ProvenanceNotice({ source, edited_by_hand, onFollow }: Provenance & { onFollow: () => void }) {
  if (source === MADE_BY_HAND) return <Notice>{t('scoring.made-by-hand')}</Notice>
  if (!edited_by_hand) return <Notice>{t('scoring.comes-from', { source })}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('scoring.edited')}
      action={<Button onClick={onFollow}>{t('scoring.follow')}</Button>}
    >
      {t('scoring.follow-hint', { source })}
    </Notice>
  )
}
