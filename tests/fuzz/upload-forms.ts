import fc from 'fast-check'
import { IMAGE_FORMATS, makeImage } from '../support/test-images.ts'
import { hostileText } from './values/texts.ts'

const BOUNDARY = 'boundary-of-parts'
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const BROKEN_TYPES = ['multipart/form-data', `${FORM_TYPE}x`, 'multipart/mixed; boundary=x', 'image/png']
const NOT_IMAGES = ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '\u0089PNG', '%PDF-1.7']

const size = { width: 24, height: 16 }
const images = await Promise.all(IMAGE_FORMATS.map((format) => makeImage(format, size)))
const image = fc.constantFrom(...images)
const corruptImage = fc
  .tuple(image, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }))
  .map(([original, changes]) => {
    const bytes = Buffer.from(original)
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return bytes
  })
const notImage = fc.constantFrom(...NOT_IMAGES.map((text) => Buffer.from(text)))

/** Forms with one file; the file, its field, its name, the form or its content type is broken in some. */
export function uploads(field: string) {
  const fieldName = fc.constantFrom(field, field, field, `${field}[]`, '__proto__', 'other')
  const fileName = fc.oneof(fc.constantFrom('me.png', '../../x.png', 'a"; filename="b'), hostileText)
  const file = fc.oneof(image, image, corruptImage, notImage)
  const form = fc.tuple(fieldName, fileName, file).map(toForm)
  const type = fc.constantFrom(FORM_TYPE, FORM_TYPE, FORM_TYPE, FORM_TYPE, ...BROKEN_TYPES)
  const cut = fc.tuple(form, fc.nat()).map(([body, at]) => body.subarray(0, at % body.length))
  return fc.tuple(fc.oneof(form, form, form, cut), type).map(([body, contentType]) => ({
    headers: { 'content-type': contentType },
    body,
  }))
}

function toForm([field, name, file]: [string, string, Buffer]): Buffer {
  const disposition = `form-data; name="${field}"; filename="${name.toWellFormed()}"`
  const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\nContent-Type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}
