import { THEME_KEY } from '@called-it/shared/contract/served-page'
import { create } from 'zustand'
import { useMediaQuery } from '../hooks/use-media-query.ts'
import { useIsOnDevice } from '../served-view.ts'

const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

const useThemeStore = create<{ theme: Theme }>(() => ({ theme: readTheme() }))

export function useTheme(): Theme {
  const theme = useThemeStore((state) => state.theme)
  return useIsOnDevice() ? theme : 'system'
}

/** The chosen one, or the system's. */
export function useShownTheme(): 'dark' | 'light' {
  const theme = useTheme()
  const isSystemLight = useMediaQuery('(prefers-color-scheme: light)')
  if (theme !== 'system') return theme
  return isSystemLight ? 'light' : 'dark'
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  useThemeStore.setState({ theme })
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readTheme(): Theme {
  const chosen = globalThis.document?.documentElement.dataset.theme
  return THEMES.find((theme) => theme === chosen) ?? 'system'
}
