import {
  type InstallationSetting,
  installationSettingsEndpoints,
} from '@called-it/shared/contract/installation-settings'
import { fake, fakeApi, fakeReadiness } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RestartNotice } from './restart-notice.tsx'

const { listInstallationSettings, restartPrograms } = installationSettingsEndpoints

const setting: InstallationSetting = {
  ...{ name: 'PUBLIC_URL', origin: 'stored', value: 'https://band.example', default_value: null },
  ...{ is_unreadable: false, waits_for_restart: true },
}

test.each(['misdirected', 'not_logged_in'] as const)(
  'goes to the new address of the site, where this one says %s',
  async (error) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const assign = vi.spyOn(location, 'assign').mockReturnValue()
      const restart = fake(restartPrograms, { ok: { asked_at: '2031-03-06T10:00:00.000Z' } })
      fakeApi(
        fake(listInstallationSettings, () =>
          restart.bodies.length === 0 ? { ok: { settings: [setting] } } : { error },
        ),
        restart,
      )
      fakeReadiness(() => true)
      const settings = new Map([[setting.name, setting]])
      const { user } = renderPage(<RestartNotice settings={settings} />)
      await user.click(await screen.findByRole('button', { name: 'restart now' }))
      await screen.findByRole('alertdialog')
      await user.click(screen.getAllByRole('button', { name: 'restart now' }).at(-1) ?? document.body)
      await screen.findByRole('button', { name: 'restarting...' })
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^https:\/\/band\.example\//))
    } finally {
      vi.useRealTimers()
    }
  },
)
