/** Turns the test mode on or off as an admin does, which every open page is told. */
export async function turnSwitch(port: number, adminCookie: string, isOn: boolean): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/config`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: adminCookie },
    body: JSON.stringify({ config: { testModeEnabled: isOn, siteOverlayEnabled: false } }),
  })
  if (!response.ok) throw new Error(`the switch was answered with ${response.status}`)
  await response.arrayBuffer()
}
