import { expect, test } from 'vitest'
import { mailProviderOf } from './mail-provider.ts'

test.each([
  ['ana@gmail.com', 'Gmail'],
  ['ana@GoogleMail.com', 'Gmail'],
  ['ana@hotmail.co.uk', 'Outlook'],
  ['ana@yahoo.com', 'Yahoo Mail'],
  ['ana@me.com', 'iCloud Mail'],
  ['ana@pm.me', 'Proton Mail'],
  ['ana@gmail.com.evil.example', undefined],
  ['ana@notgmail.com', undefined],
  ['', undefined],
])('finds the mailbox of %s', (email, name) => {
  expect(mailProviderOf(email)?.name).toBe(name)
})
