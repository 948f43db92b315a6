import fc from 'fast-check'
import { makeImage, PICTURE_FORMATS } from '../support/test-images.ts'
import { hostileText } from './values/texts.ts'

/** A body with the headers that say what it is. */
export type Sent = {
  readonly headers: { readonly 'content-type': string }
  readonly body: Uint8Array<ArrayBuffer>
}

const BOUNDARY = 'between-the-parts'
const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

const pictures = await Promise.all(
  PICTURE_FORMATS.map((format) => makeImage(format, { width: 24, height: 16 })),
)
const picture = fc.constantFrom(...pictures)

/** A form with one picture, as a browser writes it. */
export function rightForm(field: string): fc.Arbitrary<Sent> {
  return picture.map((file) => ({ headers: formHeaders, body: writeForm([partOf(field, 'me.png', file)]) }))
}

/** Pictures that are broken, forms that are, and both. */
export function hostileForm(field: string): fc.Arbitrary<Sent> {
  const file = fc.oneof(brokenPicture, fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...NO_PICTURES))
  const name = fc.oneof(fc.constantFrom('../../x.png', 'x.png', 'a"; filename="b'), hostileText)
  const part = fc
    .tuple(fc.constantFrom(field, `${field}[]`, '__proto__', 'other'), name, file)
    .map(([into, called, bytes]) => partOf(into, called, bytes))
  const form = fc.array(part, { maxLength: 3 }).map(writeForm)
  return fc.oneof(
    form.map((body) => ({ headers: formHeaders, body })),
    fc.tuple(form, fc.nat()).map(([body, at]) => ({
      headers: formHeaders,
      body: body.slice(0, at % (body.length + 1)),
    })),
    fc.tuple(form, brokenType).map(([body, type]) => ({ headers: { 'content-type': type }, body })),
  )
}

const brokenType = fc.constantFrom(
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=another',
  `multipart/form-data; boundary=${'x'.repeat(500)}`,
  'multipart/mixed; boundary=x',
  'application/json',
  'image/png',
)

/** A picture with some bytes of it turned into others. */
const brokenPicture = fc
  .tuple(picture, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }))
  .map(([whole, changes]) => {
    const bytes = Uint8Array.from(whole)
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return bytes
  })

const NO_PICTURES = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '\u0089PNG', '%PDF-1.7'].map(
  (text) => Buffer.from(text),
)

function partOf(field: string, name: string, file: Uint8Array): Buffer {
  const called = name.toWellFormed()
  return Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; name="${field}"; filename="${called}"\r\n`),
    Buffer.from('Content-Type: image/png\r\n\r\n'),
    file,
  ])
}

function writeForm(parts: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const opened = parts.flatMap((part) => [Buffer.from(`--${BOUNDARY}\r\n`), part, Buffer.from('\r\n')])
  return Uint8Array.from(Buffer.concat([...opened, Buffer.from(`--${BOUNDARY}--\r\n`)]))
}
