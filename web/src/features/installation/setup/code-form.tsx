import { useState } from 'react'
import { serverMessage } from '../../../lib/api/api.ts'
import { tryAgain } from '../../../lib/api/request-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Check = { mutate: (code: string) => void; isPending: boolean; error: Error | null }

const focusInput = (input: HTMLInputElement | null) => input?.focus()

export function CodeForm({ check }: { check: Check }) {
  const [code, setCode] = useState('')
  return (
    <Form className="stack-3" onSubmit={() => code.trim() && check.mutate(code.trim())}>
      <TextField
        label={t('setup.code')}
        hint={t('setup.code-hint')}
        error={check.error ? serverMessage(check.error, tryAgain()) : undefined}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        ref={focusInput}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
      />
      <SubmitButton busy={check.isPending} busyText={t('setup.checking')}>
        {t('setup.go-on')}
      </SubmitButton>
    </Form>
  )
}
