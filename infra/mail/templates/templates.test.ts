import { english } from '@called-it/languages/texts'
import { describe, expect, test } from 'vitest'
import { backupFailedMail } from './backup-failed.ts'
import { knownAddressMail } from './known-address.ts'
import type { Letterhead } from './letter.ts'
import { loginLinkMail } from './login-link.ts'
import { newAccessMail } from './new-access.ts'
import { notificationMail } from './notification.ts'
import { passwordChangedMail } from './password-changed.ts'
import { passwordResetMail } from './password-reset.ts'
import { pickRootMail } from './pick-root.ts'
import { suspendedMail } from './suspended.ts'
import { type ClosingShow, verificationMail } from './verification.ts'

const letterhead: Letterhead = {
  product: 'Called It',
  band: { name: 'Tin & Horn' },
  texts: { footer: ['a fun side project', 'not affiliated with the band'] },
}

const link = 'https://picks.example/verify-email/token_-1'

const verify = () => verificationMail(letterhead, english, { link, show: null })
const known = (displayName: string) =>
  knownAddressMail(letterhead, english, {
    displayName,
    loginLink: 'https://picks.example/login',
    forgotLink: 'https://picks.example/forgot-password',
  })
const reset = (displayName: string) =>
  passwordResetMail(letterhead, english, {
    displayName,
    link: 'https://picks.example/reset-password/token_-1',
  })
const loginLink = () => loginLinkMail(letterhead, english, 'https://picks.example/link/token_-1')
const changed = (displayName: string) =>
  passwordChangedMail(letterhead, english, {
    displayName,
    forgotLink: 'https://picks.example/forgot-password',
  })
const notification = (displayName: string) =>
  notificationMail(letterhead, english, {
    displayName,
    described: { title: 'your score', text: `by ${displayName}`, link: '/shows/3' },
    publicUrl: 'https://picks.example',
    label: 'your final score',
    unsubscribePath: '/unsubscribe/token/final-score',
  })
const root = (displayName: string) =>
  pickRootMail(letterhead, english, {
    displayName,
    showdate: '2026-07-03',
    venue: 'The Mill',
    leaves: 1_234,
    root: '0ab1',
    proofLink: 'https://picks.example/shows/3/proof',
  })

const access = (displayName: string) => ({
  ...{ displayName, link: 'https://picks.example/profile/keys' },
  forgotLink: 'https://picks.example/forgot-password',
})
const keyMade = (displayName: string) => newAccessMail(letterhead, english, 'key-made', access(displayName))
const deviceAdded = (displayName: string) =>
  newAccessMail(letterhead, english, 'device-added', access(displayName))
const suspended = (displayName: string) =>
  suspendedMail(letterhead, english, {
    displayName,
    reason: 'A rude name.',
    siteLink: 'https://picks.example',
  })

const backupFailed = (displayName: string) =>
  backupFailedMail(letterhead, english, {
    displayName,
    error: 'disk_full',
    file: 'scheduled-a.backup',
    isScheduled: true,
    link: 'https://picks.example/admin/backups',
  })

/** What a reader sees of an HTML mail. */
const visible = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, ' ')

describe('verification mail', () => {
  test('has the link in both parts, on a line of its own in the text', () => {
    const mail = verify()
    expect(mail.text.split('\n')).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    expect(visible(mail.html)).toContain(link)
  })

  test('names the lifetime of the link, product and band, and no user', () => {
    const { subject, text, html } = verify()
    expect(subject).toContain('Called It')
    for (const part of [text, visible(html)]) {
      for (const words of ['hi,', 'Called It · Tin & Horn', '24 hours', 'not affiliated'])
        expect(part).toContain(words)
    }
  })
})

describe('verification mail for a show', () => {
  const closing = {
    venue: 'Oystershell Pier',
    city: 'Portland',
    locksAt: new Date('2026-11-27T00:30:00Z'),
    timeZone: 'America/New_York',
    readAt: new Date('2026-11-26T15:22:00Z'),
  }
  const verifyFor = (given: Partial<ClosingShow>) =>
    verificationMail(letterhead, english, { link, show: { ...closing, ...given } })

  test('says when picks close by the clock of the venue, and where the link leads', () => {
    const { subject, text, html } = verifyFor({})
    expect(subject).toBe('confirm your address: picks for Oystershell Pier close at 7:30 PM')
    for (const part of [text, visible(html)]) {
      expect(part).toContain('one tap and your card for Oystershell Pier is open.')
      expect(part).toContain('picks close today at 7:30 PM, Portland time.')
      expect(part).toContain('confirm and go to Oystershell Pier')
      expect(part).toContain('24 hours')
    }
  })

  test.each([
    [
      'another day',
      { readAt: new Date('2026-11-24T15:00:00Z') },
      'close on Nov 26 at 7:30 PM, Portland time',
    ],
    ['no city', { city: null }, "close today at 7:30 PM, the venue's time"],
    ['no time zone', { timeZone: null }, 'close on Nov 27 at 12:30 AM, UTC'],
  ])('words the time with %s', (_, given, words) => {
    expect(verifyFor(given).text).toContain(words)
  })
})

test.each([
  ['a known address', known, ['already has an account', '/login', '/forgot-password']],
  ['a new password', reset, ['/reset-password/token_-1', '30 minutes']],
  ['a link to log in', loginLink, ['/link/token_-1', '15 minutes', 'type it only on your own']],
  ['a new key', keyMade, ['API key', '/profile/keys', '/forgot-password']],
  ['a suspension', suspended, ['A rude name.', 'https://picks.example']],
  ['a failed backup', backupFailed, ['scheduled-a.backup', 'disk is full', 'by itself', '/admin/backups']],
  ['the root of picks', root, ['2026-07-03, The Mill', '1,234 cards', '0ab1', '/shows/3/proof']],
])('names the links and times in the mail of %s', (_, write, words) => {
  const { text, html } = write('Juniper')
  for (const part of [text, visible(html)]) for (const word of words) expect(part).toContain(word)
})

test.each([
  ['a known address', known, 'https://picks.example/forgot-password'],
  ['a notification', notification, 'https://picks.example/unsubscribe/token/final-score'],
])('links every address in the mail of %s', (_, write, address) => {
  const { text, html } = write('https://evil.example')
  expect(text).toContain(address)
  expect(html).toContain(`<a href="${address}"`)
  expect(html).not.toContain('href="https://evil.example')
})

describe.each([
  ['known address', known],
  ['a new password', reset],
  ['a changed password', changed],
  ['the root of picks', root],
  ['a new key', keyMade],
  ['a new device', deviceAdded],
  ['a suspension', suspended],
  ['a failed backup', backupFailed],
])('the mail of %s', (_, write) => {
  test('escapes markup in a name', () => {
    const { html } = write(`<img src=x onerror="alert('1')">&amp;`)
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
  })

  test('removes line breaks from a name', () => {
    const { subject, text } = write('Eve\r\nBcc: all@example.org\u2028x')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(text).toContain('hi Eve Bcc: all@example.org x,')
  })

  test('supports dark mode and loads no external file', () => {
    const { html } = write('Juniper')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(/)
  })

  test('ends with the lines of the small print', () => {
    const { text, html } = write('Juniper')
    for (const line of letterhead.texts.footer) expect(html).toContain(`>${line}</p>`)
    expect(text.endsWith('a fun side project\nnot affiliated with the band\n')).toBe(true)
  })
})
