import { Notice } from '../../ui/notice.tsx'

export function SpamWarning() {
  return (
    <Notice tone="warning">
      Please check your spam/junk folder for the verification email: it likes to hide there.
    </Notice>
  )
}
