import { Copy } from 'lucide-react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './proof.module.css'

/** `label` says what the text is, as in `copy the root`. */
export function Copyable({ label, text }: { label: string; text: string }) {
  return (
    <div className={styles.copyable}>
      <Code text={text} />
      <Button aria-label={`copy ${label}`} onClick={() => void copyText(text)}>
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
