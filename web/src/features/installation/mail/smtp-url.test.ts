import { expect, test } from 'vitest'
import { NO_SMTP, readSmtpUrl, type SmtpFields, writeSmtpUrl } from './smtp-url.ts'

const fields = { ...NO_SMTP, host: 'mail.band.example' }

test.each<[SmtpFields, string]>([
  [fields, 'smtp://mail.band.example:587?requireTLS=true'],
  [{ ...fields, encryption: 'none', port: '' }, 'smtp://mail.band.example:?ignoreTLS=true'],
  [
    { ...fields, encryption: 'tls', port: '465', user: 'fan@band.example', password: 'a:b/c?d#e' },
    'smtps://fan%40band.example:a%3Ab%2Fc%3Fd%23e@mail.band.example:465',
  ],
  [{ ...fields, host: '[::1]', password: 'x' }, 'smtp://:x@[::1]:587?requireTLS=true'],
  [{ ...fields, host: 'mail@x?sendmail=1' }, 'smtp://mail%40x%3Fsendmail=1:587?requireTLS=true'],
  [NO_SMTP, 'smtp://:587?requireTLS=true'],
])('writes %j, and reads it again', (given, url) => {
  expect(writeSmtpUrl(given)).toBe(url)
  expect(readSmtpUrl(url)).toEqual(given)
})
