const SERVICES = [
  ['fcm', '.googleapis.com'],
  ['mozilla', '.mozilla.com'],
  ['apple', '.apple.com'],
  ['windows', '.windows.com'],
] as const

/** Few names for the metrics: users may choose any host. */
export function pushServiceOf(host: string): (typeof SERVICES)[number][0] | 'other' {
  return SERVICES.find(([, domain]) => host.endsWith(domain))?.[0] ?? 'other'
}
