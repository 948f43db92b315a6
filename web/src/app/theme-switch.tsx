import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, THEMES, useTheme } from '../lib/browser/theme.ts'
import { IconButton } from '../ui/icon-button.tsx'

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const

export function ThemeSwitch() {
  const theme = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  const Icon = ICONS[theme]
  return (
    <IconButton label={`theme: ${theme}, switch to ${next}`} look="bare" onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
    </IconButton>
  )
}
