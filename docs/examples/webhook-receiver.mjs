// Receives webhooks and prints each event once. Settings: WEBHOOK_SECRET (whsec_…), PORT (8081).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { WEBHOOK_SECRET, PORT = '8081' } = process.env
const MAX_AGE_SECONDS = 300
const secret = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

/** The header has a signature for each valid secret: `v1,<base64> v1,<base64>`. */
function isValid(
  { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': header = '' },
  body,
) {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= MAX_AGE_SECONDS)) return false
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest()
  return header.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** A program that restarts stores them. */
const seen = new Set()

async function receive(request) {
  const body = await text(request)
  if (!isValid(request.headers, body)) return 401
  const id = request.headers['webhook-id']
  if (!seen.has(id)) {
    const { type, timestamp, url, data } = JSON.parse(body)
    console.log(`${timestamp} ${type} ${url} ${JSON.stringify(data)}`)
    seen.add(id)
  }
  return 204
}

createServer(async (request, response) => {
  // Any status but 200 to 299, or none within ten seconds, and the event is sent again.
  const status = await receive(request).catch(() => 400)
  response.writeHead(status).end()
}).listen(PORT)
