import {
  type BackupFile,
  type Backups,
  type BackupWork,
  backupEndpoints,
} from '@called-it/shared/contract/backups'
import {
  installationSettingsEndpoints,
  SETTING_FORMS,
} from '@called-it/shared/contract/installation-settings'
import { type FakeRoute, fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setRestoring } from '../../../lib/account/restoring.ts'
import { BackupsPage } from './backups-page.tsx'
import { RestoreFromBackup } from './restore-from-backup.tsx'

const { listBackups, makeBackup, deleteBackup, restoreBackup, listSetupBackups, restoreSetupBackup } =
  backupEndpoints

const AT = '2026-01-02T12:00:00Z'
const MB = 1024 ** 2
const file: BackupFile = {
  name: 'manual-1.backup',
  kind: 'hand',
  size: 3 * MB,
  taken_at: AT,
  release: '0.16.0',
  refusal: null,
  verified_at: null,
}
const point: BackupFile = { ...file, name: 'before-restore-1.backup', kind: 'restore_point' }
const work: BackupWork = {
  id: 1,
  kind: 'write',
  file: file.name,
  state: 'done',
  rows: 1_234,
  restore_point: null,
  error: null,
  findings: null,
  is_scheduled: false,
  created_at: AT,
  ended_at: AT,
}
const listed: Backups = {
  files: [file],
  work: [],
  next_at: AT,
  keep: 14,
  free: 12 * 1024 * MB,
  max_upload: 2 * MB,
}

const settings = SETTING_FORMS.backups.map((name) => ({
  name,
  origin: 'default' as const,
  value: null,
  default_value: '1',
  is_unreadable: false,
  waits_for_restart: false,
}))

function open(given: Partial<Backups> | (() => Backups | 'not_logged_in'), ...routes: FakeRoute[]) {
  const read = typeof given === 'function' ? given : () => ({ ...listed, ...given })
  const requests = fakeApi(
    ...routes,
    fake(listBackups, () => {
      const found = read()
      return found === 'not_logged_in' ? { error: found } : { ok: found }
    }),
    fake(installationSettingsEndpoints.listInstallationSettings, { ok: { settings } }),
  )
  return { ...renderPage(<BackupsPage />), requests }
}

const aSecond = () => act(() => vi.advanceTimersByTimeAsync(1_000))

beforeEach(() => {
  setRestoring(false)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  return () => void vi.useRealTimers()
})

describe('backups', () => {
  test('lists each with size, release and state, and why one cannot be restored', async () => {
    open({ files: [file, { ...file, name: 'old.backup', kind: 'other', refusal: 'other_release' }] })
    const rows = await screen.findAllByRole('row')
    expect(rows[1]?.textContent).toContain('3.0 MB0.16.0not verified')
    expect(rows[2]?.textContent).toContain('made by another release')
    expect(screen.getByRole('button', { name: 'restore manual-1.backup' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'restore old.backup' })).toBeNull()
    expect(screen.getByText(/the newest 14 are kept\. 12\.0 GB are free\./)).toBeTruthy()
  })

  test('makes one, and follows it until it is done', async () => {
    let state = listed
    const { user } = open(
      () => state,
      fake(makeBackup, () => {
        state = { ...listed, work: [{ ...work, state: 'running', rows: 700, ended_at: null }] }
        return { ok: state }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'back up now' }))
    expect(await screen.findByRole('progressbar', { name: 'backing up' })).toBeTruthy()
    expect(screen.getByText('700')).toBeTruthy()
    state = { ...listed, work: [work] }
    await aSecond()
    expect(await screen.findByText('The backup is made: 1,234 rows.')).toBeTruthy()
  })

  test('says why the last one failed', async () => {
    open({ work: [{ ...work, state: 'failed', error: 'disk_full' }] })
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The backup failed.*disk/)
  })

  test('asks before one is deleted', async () => {
    const removal = fake(deleteBackup, { ok: { ...listed, files: [] } })
    const { user } = open({}, removal)
    await user.click(await screen.findByRole('button', { name: 'delete manual-1.backup' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'delete' }))
    expect(await screen.findByText('There are no backups yet.')).toBeTruthy()
    expect(removal.bodies).toHaveLength(1)
  })
})

describe('restore', () => {
  const running = { ...listed, work: [{ ...work, kind: 'restore' as const, state: 'running' as const }] }

  test('needs the typed name, waits, and leads to the login', async () => {
    let found: Backups | 'not_logged_in' = listed
    const order = fake(restoreBackup, () => {
      found = running
      return { ok: running }
    })
    const { user } = open(() => found, order)
    await user.click(await screen.findByRole('button', { name: 'restore manual-1.backup' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'restore' }))
    expect(await dialog.findByText('This is not the name of the file')).toBeTruthy()
    expect(order.bodies).toEqual([])
    await user.type(dialog.getByLabelText('Type the name of the file'), file.name)
    await user.click(dialog.getByRole('button', { name: 'restore' }))
    expect(await screen.findByText(/This page waits until it is done/)).toBeTruthy()
    expect(order.bodies).toEqual([{ confirmation: file.name }])
    found = 'not_logged_in'
    await aSecond()
    expect((await screen.findByRole('link', { name: 'log in' })).getAttribute('href')).toBe('/login')
  })

  test('shows the list again when it fails', async () => {
    let found: Backups = running
    open(() => found)
    await screen.findByText(/This page waits until it is done/)
    found = { ...listed, work: [{ ...work, kind: 'restore', state: 'failed', error: 'damaged' }] }
    await aSecond()
    expect((await screen.findByRole('alert')).textContent).toMatch(/was not restored.*Nothing has changed/)
    expect(screen.getByRole('button', { name: 'restore manual-1.backup' })).toBeTruthy()
  })

  test('offers the way back to its restore point, and lists what is left to do', async () => {
    const findings = { boards_differ: false, webhooks: ['Channel'], devices: 2 }
    const { user } = open({
      files: [file, point],
      work: [{ ...work, kind: 'restore', restore_point: point.name, findings }],
    })
    expect(await screen.findByText(/Give these webhooks new secrets: Channel/)).toBeTruthy()
    expect(screen.getByText('2 devices have to turn on notifications again.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'roll back' }))
    expect(await screen.findByText(`Restore ${point.name}?`)).toBeTruthy()
  })

  test('leads from the setup page to the login once its code is of no use', async () => {
    let isRestored = false
    fakeApi(
      fake(listSetupBackups, () => (isRestored ? { error: 'not_found' } : { ok: listed })),
      fake(restoreSetupBackup, { ok: running }),
    )
    const { user } = renderPage(<RestoreFromBackup code="a-code" />)
    await user.click(await screen.findByRole('button', { name: 'restore manual-1.backup' }))
    expect(await screen.findByRole('progressbar', { name: 'restoring' })).toBeTruthy()
    isRestored = true
    await aSecond()
    expect(await screen.findByRole('link', { name: 'log in' })).toBeTruthy()
  })
})

describe('upload', () => {
  /** The last request of {@link sendFile}. */
  let sent: FakeRequest
  class FakeRequest extends EventTarget {
    status = 0
    statusText = ''
    responseText = ''
    readonly upload = new EventTarget()
    readonly opened: string[] = []
    open = (method: string, path: string) => this.opened.push(method, path)
    setRequestHeader = () => undefined
    send() {
      sent = this
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    respond(status: number, body: unknown) {
      Object.assign(this, { status, responseText: JSON.stringify(body) })
      this.dispatchEvent(new Event('load'))
    }
  }
  const backup = (size: number) => new File(['x'.repeat(size)], 'mine.backup')

  test('shows how far it is, and then the file', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { user } = open({})
    await user.upload(await screen.findByLabelText('choose a file'), backup(2 * MB))
    expect(await screen.findByRole('progressbar', { name: 'uploading mine.backup' })).toBeTruthy()
    expect(sent.opened).toEqual(['PUT', '/api/admin/backups/upload'])
    act(() => void sent.upload.dispatchEvent(new ProgressEvent('progress', { loaded: MB })))
    expect(screen.getByText('1 / 2')).toBeTruthy()
    sent.respond(200, { ...listed, files: [{ ...file, name: 'uploaded-1.backup', kind: 'upload' }] })
    expect(await screen.findByRole('row', { name: /uploaded-1\.backup/ })).toBeTruthy()
  })

  test('ends when it is cancelled, and says why the server refuses', async () => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const { user } = open({})
    await user.upload(await screen.findByLabelText('choose a file'), backup(1))
    await user.click(await screen.findByRole('button', { name: 'cancel' }))
    await user.upload(await screen.findByLabelText('choose a file'), backup(1))
    await screen.findByRole('progressbar')
    expect(screen.queryByText('The backup was not uploaded')).toBeNull()
    sent.respond(415, { message: 'The file is no backup of Called It.', code: 'not_a_backup' })
    expect(await screen.findByText('The file is no backup of Called It.')).toBeTruthy()
  })

  test('refuses a file above the limit before it is sent', async () => {
    const { user } = open({})
    await user.upload(await screen.findByLabelText('choose a file'), backup(2 * MB + 1))
    expect(await screen.findByText('The file is larger than 2 MB, the limit for uploads.')).toBeTruthy()
  })
})
