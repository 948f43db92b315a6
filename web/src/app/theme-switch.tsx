import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, nextTheme, useTheme } from '../lib/browser/theme.ts'
import { t } from '../lib/words/texts.ts'
import { IconButton } from '../ui/icon-button.tsx'

const ICONS = { system: Monitor, dark: Moon, light: Sun } as const

/** In the header of wide screens; phones have it in the account menu, and in the footer for visitors. */
export function ThemeSwitch() {
  const theme = useTheme()
  const next = nextTheme(theme)
  const Icon = ICONS[theme]
  return (
    <IconButton label={t('site.switch-theme', { theme, next })} look="bare" onClick={() => chooseTheme(next)}>
      <Icon aria-hidden />
    </IconButton>
  )
}
