import clsx from 'clsx'
import { CircleX, Sparkles, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { t } from '../lib/words/texts.ts'
import { dismissToast, TOAST_DURATION_MS, useShownToast } from './toast.ts'
import styles from './toaster.module.css'

/** Rendered once, at the root. Dismissed by a swipe to the right, focused by F8. */
export function Toaster() {
  const shown = useShownToast()
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      label={t('ui.message')}
      swipeDirection="right"
      swipeThreshold={50}
    >
      {shown && <ShownToast key={shown.id} {...shown} />}
      <Toast.Viewport
        label={t('ui.messages', { hotkey: '{hotkey}' })}
        hotkey={['F8']}
        className={styles.viewport}
      />
    </Toast.Provider>
  )
}

type Shown = NonNullable<ReturnType<typeof useShownToast>>

function ShownToast({ title, description, reason, variant = 'default', durationMs, action, open }: Shown) {
  const Icon = variant === 'destructive' ? CircleX : Sparkles
  return (
    <Toast.Root
      open={open}
      onOpenChange={(stays) => {
        if (!stays) dismissToast()
      }}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      duration={durationMs ?? TOAST_DURATION_MS}
      className={clsx(styles.toast, variant === 'destructive' && styles.destructive)}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className="small fills">
        <Toast.Title className={styles.title}>{title}</Toast.Title>
        {description && <Toast.Description>{description}</Toast.Description>}
        {reason && <p>{reason}</p>}
      </div>
      {action && (
        <Toast.Action altText={action.altText} onClick={action.onPress} className={styles.action}>
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close aria-label={t('ui.close')} className={styles.close}>
        <X aria-hidden size={18} />
      </Toast.Close>
    </Toast.Root>
  )
}
