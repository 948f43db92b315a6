// Runs before the first paint, so that a fan's chosen theme never flashes the other one.
// src/lib/theme.ts writes the key; without it the system's choice rules.
try {
  const theme = localStorage.getItem('called-it:theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be forbidden; the system's choice is fine then.
}
