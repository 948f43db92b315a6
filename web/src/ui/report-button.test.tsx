import { moderationEndpoints } from '@called-it/shared/contract/moderation'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loaded before the tests, so that none waits for it.
import './dialogs/index.ts'
import { ReportButton } from './report-button.tsx'
import type { Reportable } from './report-dialog.tsx'
import './report-dialog.tsx'

const player = { kind: 'player', id: 7, name: 'Rude Name', hasImage: true } as const

async function open(of: Reportable, response: Parameters<typeof fake<typeof moderationEndpoints.report>>[1]) {
  const reporting = fake(moderationEndpoints.report, response)
  fakeApi(reporting)
  const { user } = renderPage(<ReportButton of={of} />)
  await user.click(screen.getByRole('button', { name: 'report' }))
  await screen.findByRole('dialog', { name: 'report Rude Name?' })
  return { user, reporting, send: () => user.click(screen.getByRole('button', { name: 'report' })) }
}

test('reports the image of a player with a note', async () => {
  const { user, reporting, send } = await open(player, { ok: { reported: true } })
  await user.selectOptions(screen.getByLabelText('What'), 'the image')
  await user.type(screen.getByLabelText('Note'), 'Not a face.')
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(reporting.bodies).toEqual([{ kind: 'image', user_id: 7, note: 'Not a face.' }])
  expect(screen.getByText('Reported')).toBeTruthy()
})

test.each([
  [
    { ...player, hasImage: false },
    { kind: 'name', user_id: 7, note: '' },
  ],
  [{ kind: 'league', id: 3, name: 'Rude Name' } as const, { kind: 'league', league_id: 3, note: '' }],
])('asks for no part of %o, and says when it failed', async (of, body) => {
  const { reporting, send } = await open(of, { error: 'too_many_requests' })
  expect(screen.queryByLabelText('What')).toBeNull()
  await send()
  expect(await screen.findByText('The report was not sent')).toBeTruthy()
  expect(reporting.bodies).toEqual([body])
})
