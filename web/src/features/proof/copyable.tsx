import { Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import styles from './proof.module.css'

/** `label` says what the text is, as in `copy the root`. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied' })
    } catch {
      toastFailure('That could not be copied', 'Select the text and copy it by hand.')
    }
  }
  return (
    <div className={styles.copyable}>
      <code className={styles.code}>{text}</code>
      <Button aria-label={`copy ${label}`} onClick={copy}>
        <Copy aria-hidden /> copy
      </Button>
    </div>
  )
}
