/** What is used of a `WindowClient`. */
export type OpenWindow = {
  url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
}

/** Focuses a window that shows the link; otherwise any window goes there, or a new one opens. */
export async function openLink(
  url: string,
  windows: readonly OpenWindow[],
  openWindow: (url: string) => Promise<unknown>,
): Promise<void> {
  const showing = windows.find((open) => open.url === url)
  const window = showing ?? windows[0]
  if (!window) return void (await openWindow(url))
  await window.focus()
  // Only pages that this worker controls can be navigated.
  if (!showing) await window.navigate(url).catch(() => openWindow(url))
}
