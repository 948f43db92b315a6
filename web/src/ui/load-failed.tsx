import type { ReactNode } from 'react'
import { t } from '../lib/words/texts.ts'
import { Button, type ButtonVariant } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

type LoadFailedProps = {
  title: ReactNode
  onRetry: () => unknown
  /** `main` where this is the page's only content. */
  retryVariant?: ButtonVariant
  moreActions?: ReactNode
  children?: ReactNode
}

export function LoadFailed({ title, onRetry, retryVariant, moreActions, children }: LoadFailedProps) {
  return (
    <EmptyState
      drawing="unplugged"
      title={title}
      action={
        <>
          <Button {...(retryVariant && { variant: retryVariant })} onClick={() => void onRetry()}>
            {t('ui.try-again')}
          </Button>
          {moreActions}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
