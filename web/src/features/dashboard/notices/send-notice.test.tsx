import { english } from '@called-it/languages/texts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { notificationEndpoints } from '@called-it/shared/contract/notifications'
import { sayIssue } from '@called-it/shared/languages/said'
import { failOnce, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SendNotice } from './send-notice.tsx'

test('sends a notice once it is confirmed, and keeps its text when that fails', async () => {
  const sending = failOnce(notificationEndpoints.sendNotice, { ok: { message: 'It is on its way.' } })
  fakeApi(sending)
  const { user } = renderPage(<SendNotice />)
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  const send = () => user.click(screen.getByRole('button', { name: 'send to all users' }))
  const confirm = async () => {
    const button = await screen.findByRole('button', { name: 'yes, send it' })
    // Twice before it is busy.
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
  }

  await user.type(text, 'Hi')
  await send()
  expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.notice))).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()

  await user.type(text, ' there ')
  await send()
  expect(sending.bodies).toEqual([])
  await confirm()
  expect(await screen.findByText('The notice was not sent')).toBeTruthy()
  expect(text.value).toBe('Hi there ')

  await send()
  await confirm()
  expect(await screen.findByText('It is on its way.')).toBeTruthy()
  expect(sending.bodies).toEqual([{ text: 'Hi there' }, { text: 'Hi there' }])
  await waitFor(() => expect(text.value).toBe(''))
})
