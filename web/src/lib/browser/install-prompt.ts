import { create } from 'zustand'

/** Chromium fires it before it asks by itself. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

export const useInstallPrompt = create<{ prompt: InstallPrompt | null }>(() => ({ prompt: null }))

/** Chromium offers the installation once, and maybe before the code of the hint is there. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return
    event.preventDefault()
    useInstallPrompt.setState({ prompt: event })
  })
  addEventListener('appinstalled', () => useInstallPrompt.setState({ prompt: null }))
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function'
}
