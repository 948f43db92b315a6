import { create } from 'zustand'

/** The order in which the switch in the header goes through them. */
export const THEMES = ['system', 'dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** Read by index.html as well, before the first paint. */
const KEY = 'called-it:theme'

const useThemeStore = create<{ theme: Theme }>(() => ({ theme: readTheme() }))

/** The fan's choice; `system` until there is one. */
export function useTheme(): Theme {
  return useThemeStore((state) => state.theme)
}

/** Applies a choice to the page and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  useThemeStore.setState({ theme })
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return THEMES.find((theme) => theme === chosen) ?? 'system'
}
