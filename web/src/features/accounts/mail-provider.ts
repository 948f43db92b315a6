type MailProvider = { readonly name: string; readonly url: string }

const PROVIDERS: readonly (readonly [domain: RegExp, MailProvider])[] = [
  [/^(gmail|googlemail)\.com$/, { name: 'Gmail', url: 'https://mail.google.com/' }],
  [/^(outlook|hotmail|live|msn)\.[a-z.]+$/, { name: 'Outlook', url: 'https://outlook.live.com/mail/' }],
  [/^(yahoo\.[a-z.]+|ymail\.com)$/, { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' }],
  [/^(icloud|me|mac)\.com$/, { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' }],
  [/^(proton\.me|protonmail\.com|pm\.me)$/, { name: 'Proton Mail', url: 'https://mail.proton.me/' }],
  [/^aol\.com$/, { name: 'AOL Mail', url: 'https://mail.aol.com/' }],
  [/^gmx\.(com|us)$/, { name: 'GMX', url: 'https://www.gmx.com/' }],
  [/^fastmail\.(com|fm)$/, { name: 'Fastmail', url: 'https://app.fastmail.com/' }],
]

/** Where mails to an address are read in the browser; null where that is not known. */
export function mailProviderOf(email: string): MailProvider | null {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return PROVIDERS.find(([pattern]) => pattern.test(domain))?.[1] ?? null
}
