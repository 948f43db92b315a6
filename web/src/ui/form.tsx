import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }

/** Without the browser's validation, so that the error texts are ours. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}

export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button type="submit" variant="main" size="l" wide {...props} />
}
