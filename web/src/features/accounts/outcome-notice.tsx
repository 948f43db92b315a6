import { type ComponentProps, useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice.tsx'

type OutcomeNoticeProps = ComponentProps<typeof Notice> & {
  /** False where there was no form before it. */
  takesFocus?: boolean
}

/** A notice in the place of a form that was sent. It takes the focus, which would else be lost with the form. */
export function OutcomeNotice({ takesFocus = true, ...rest }: OutcomeNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) notice.current?.focus()
  }, [takesFocus])
  return <Notice {...rest} ref={notice} tabIndex={-1} />
}
