/** On the icon of the installed page; 0 removes it. Browsers without one ignore it. */
export async function showAppBadge(unread: number): Promise<void> {
  await globalThis.navigator?.setAppBadge?.(unread).catch(() => {})
}
