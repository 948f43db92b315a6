import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ReadablePasswordField } from './readable-password-field.tsx'

function Form() {
  const [isShown, setIsShown] = useState(false)
  return (
    <ReadablePasswordField
      label="Password"
      error={undefined}
      autoComplete="current-password"
      isShown={isShown}
      onToggle={() => setIsShown(!isShown)}
    />
  )
}

test('masks what is typed until it is shown, and takes what is pasted or filled in', async () => {
  const { user } = renderPage(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Password')
  await user.click(field)
  await user.paste(' a Pasted pässword ')
  expect([field.type, field.autocomplete, field.value]).toEqual([
    'password',
    'current-password',
    ' a Pasted pässword ',
  ])
  await user.click(screen.getByRole('button', { name: 'show the password' }))
  expect(field.type).toBe('text')
})
