import { Copy } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
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
      <Code text={text} />
      <Button aria-label={`copy ${label}`} onClick={copy}>
        <Copy aria-hidden /> copy
      </Button>
    </div>
  )
}

/** Half of a hash fits a line of a phone. */
const HALF = /(?<=^[0-9a-f]{32})/

export function Code({ text }: { text: string }) {
  const [first, second] = text.split(HALF)
  return (
    <code className={styles.code}>
      {first}
      {second && <wbr />}
      {second}
    </code>
  )
}
