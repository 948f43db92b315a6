import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice.tsx'

type OutcomeNoticeProps = ComponentProps<typeof Notice> & {
  /** False if it replaces no form. */
  takesFocus?: boolean
}

/** Replaces a submitted form and takes the focus, which would be lost with the form. */
export function OutcomeNotice({ takesFocus = true, ...rest }: OutcomeNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) notice.current?.focus()
  }, [takesFocus])
  return <Notice {...rest} ref={notice} tabIndex={-1} />
}
