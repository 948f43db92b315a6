import { LEAGUE_CODE } from '@called-it/shared/contract/leagues'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './code-form.module.css'

/** Leads to the invitation of a code. */
export function CodeForm() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const submit = () => {
    const code = typed.replace(/[\s-]/g, '').toUpperCase()
    if (LEAGUE_CODE.test(code)) navigate(paths.invitation(code))
    else setIsWrong(true)
  }
  return (
    <Card heading="join by code">
      <Form className={styles.form} onSubmit={submit}>
        <Field
          label="Code"
          hint="six characters, from a member of the league"
          error={isWrong ? 'A code has six letters and digits, none of them 0, O, 1 or I.' : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              className={styles.code}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setIsWrong(false)
              }}
            />
          )}
        </Field>
        <Button type="submit">go on</Button>
      </Form>
    </Card>
  )
}
