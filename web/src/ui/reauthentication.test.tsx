import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { type CurrentUser, currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ERRORS } from '@called-it/shared/contract/errors'
import { loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { reauthenticationEndpoints } from '@called-it/shared/contract/reauthentication'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { request, requestRun } from '../lib/api/api.ts'
import { toastAdminFailure } from '../lib/api/failure-toasts.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { NotConfirmed } from '../lib/api/reauthentication.ts'
import { toastRequestFailure } from '../lib/api/request-toasts.ts'
import { Reauthentication } from './reauthentication.tsx'
// Loaded before the test, so that it does not wait for it.
import './reauthentication-dialog.tsx'

const { deleteProfile } = accountEndpoints
const { resetScores } = scoringEndpoints

let otherTab: BroadcastChannel
beforeEach(() => {
  otherTab = new BroadcastChannel('called-it:session')
})
afterEach(() => otherTab.close())

/** Refuses until the password was `right`, or another tab has logged in. */
function open(user: CurrentUser = ann) {
  const server = { isConfirmed: false, user }
  const refusal = { error: 'reauthentication_required' } as const
  const proof = fake(reauthenticationEndpoints.reauthenticate, ({ body }) => {
    if (Object(body).password !== 'right') return { error: 'wrong_password' }
    server.isConfirmed = true
    return { ok: { message: 'it is you' } }
  })
  const link = fake(loginLinkEndpoints.askForLink, { ok: { message: 'sent' } })
  const requests = fakeApi(
    proof,
    link,
    fake(deleteProfile, () => (server.isConfirmed ? { ok: { message: 'gone' } } : refusal)),
    fake(resetScores, () =>
      server.isConfirmed ? { ok: { message: 'reset', shows: 0, predictions: 0 } } : refusal,
    ),
    fake(currentUserEndpoints.getCurrentUser, () => ({ ok: server.user })),
  )
  const page = renderPage(<Reauthentication />)
  page.queryClient.setQueryData(queryKeys.currentUser, user)
  return { ...page, server, proof, link, requests }
}

const leave = () => request(deleteProfile, { body: {} })
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Is it you?' }))

async function prove(password: string) {
  const dialog = await findDialog()
  fireEvent.change(dialog.getByLabelText('Current password'), { target: { value: password } })
  const button = dialog.getByRole('button', { name: 'it is me' })
  fireEvent.click(button)
  fireEvent.click(button)
}

describe('reauthentication', () => {
  test.each([
    ['request', leave],
    ['run', () => requestRun(resetScores, { body: {} })],
  ])('asks for the password and sends the %s again', async (_, send) => {
    const { requests, proof } = open()
    const sent = send()
    const password = (await findDialog()).getByLabelText('Current password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    expect(password.getAttribute('autocomplete')).toBe('current-password')
    await prove('wrong')
    const reason = await screen.findByText(english(ERRORS.wrong_password.text))
    expect(password.getAttribute('aria-describedby')).toBe(reason.id)
    expect(password).toHaveProperty('value', 'wrong')
    await prove('right')
    expect(await sent).toBeDefined()
    expect(proof.bodies).toEqual([{ password: 'wrong' }, { password: 'right' }])
    const [first] = requests
    expect(requests.filter((request) => request === first)).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('rejects without a word when it is cancelled', async () => {
    const { user } = open()
    const sent = leave().catch((error: unknown) => error)
    await user.click((await findDialog()).getByRole('button', { name: 'Cancel' }))
    const error = await sent
    expect(error).toBeInstanceOf(NotConfirmed)
    toastRequestFailure('failed', error)
    toastAdminFailure('failed', error)
    expect(screen.queryByText('failed')).toBeNull()
    void leave().catch(() => undefined)
    expect(await findDialog()).toBeDefined()
  })

  test('asks once for two requests', async () => {
    const { proof } = open()
    const both = Promise.all([leave(), leave()])
    await prove('right')
    expect(await both).toHaveLength(2)
    expect(proof.bodies).toHaveLength(1)
  })

  test('goes on by a link that is followed in another tab', async () => {
    const { user, server, link } = open()
    const sent = leave()
    await user.click((await findDialog()).getByRole('button', { name: 'email me a link' }))
    expect(await screen.findByText('Follow the link in this browser')).toBeDefined()
    expect(link.bodies).toEqual([{ email: ann.email }])
    server.isConfirmed = true
    otherTab.postMessage('login')
    expect(await sent).toEqual({ message: 'gone' })
  })

  test('ends without a request when another user logs in', async () => {
    const { server, requests } = open()
    const sent = leave()
    await findDialog()
    server.isConfirmed = true
    server.user = { ...ann, id: ann.id + 1 }
    otherTab.postMessage('login')
    await expect(sent).rejects.toThrow(NotConfirmed)
    expect(requests.filter((request) => request.includes('delete-profile'))).toHaveLength(1)
  })

  test('offers what the fan has', async () => {
    open({ ...ann, has_password: false, has_passkey: true })
    void leave().catch(() => undefined)
    const dialog = await findDialog()
    expect(dialog.getByRole('button', { name: 'use a passkey' })).toBeDefined()
    expect(dialog.queryByLabelText('Current password')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'it is me' })).toBeNull()
  })
})
