/** A reserved name, so that no mail of the demo can reach anybody. */
export const DEMO_MAIL_DOMAIN = 'demo.example'

export function isDemoAddress(email: string): boolean {
  return email.toLowerCase().endsWith(`@${DEMO_MAIL_DOMAIN}`)
}
