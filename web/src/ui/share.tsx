import { Share } from 'lucide-react'
import { useState } from 'react'
import { lazyModule } from '../lib/lazy-module.ts'
import { t } from '../lib/words/texts.ts'
import { Button, type ButtonProps } from './button.tsx'
import { useLazyDialog } from './dialogs.tsx'
import type { ShareDialogProps } from './share/share-dialog.tsx'

const dialog = lazyModule(() => import('./share/share-dialog.tsx'))

export function ShareDialog(props: ShareDialogProps) {
  const code = useLazyDialog(dialog, props)
  return code && <code.ShareDialog {...props} />
}

/** Shares the fan's own card of a show. */
export function ShareButton({ showId, children = t('ui.share'), ...rest }: ButtonProps & { showId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button {...rest} onClick={() => setIsOpen(true)}>
        <Share aria-hidden /> {children}
      </Button>
      <ShareDialog showId={showId} open={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}
