import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { expect, test } from 'vitest'

const dataDir = await folderOfFile()
const gateway = await gatewayOfFile({ config: { dataDir }, settings: { env: { SMTP_URL: 'smtp://mail' } } })
const { db } = gateway.postgres
const as = await gateway.loginAs(await makeAdmin(db))
const read = () => gateway.request('getSetupState', {}, { as })

test('derives the steps from settings, backups and shows', async () => {
  expect(await read()).toEqual({ done: ['mail'], next_show: null })
  const settings = {
    PUBLIC_URL: 'https://band.example',
    SETLIST_SOURCE: 'songfish:https://songs.example/api',
  }
  await gateway.send('PUT', '/api/admin/settings', { as, json: { settings } })
  await db.updateTable('settings').set({ registration: 'open' }).execute()
  await mkdir(path.join(dataDir, 'backups'))
  await writeFile(path.join(dataDir, 'backups', 'manual.backup'), '')
  const show = await makeShow(db, { venue: 'The Pier' })
  await makeShow(db, { daysFromToday: -9 })
  const { done, next_show } = await read()
  expect(done).toEqual(['source', 'mail', 'address', 'sign-ups', 'backup'])
  expect(next_show).toEqual({ id: show.id, venue: 'The Pier', date: expect.any(String) })
})
