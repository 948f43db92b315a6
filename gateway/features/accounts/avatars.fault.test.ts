import { currentUser } from '@called-it/shared/contract/current-user'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeForm } from '@called-it/tests/support/gateway/make-form'
import { gatewayOfTest, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { makeImage } from '@called-it/tests/support/test-images'
import { expect, test } from 'vitest'

// F18, guarded by the transaction of image and audit entry (`avatars.ts`): without it an upload that got an error has
// replaced the image. Images are stored in Postgres, which answers a write to a full disk with this error.
test('keeps the previous avatar when the disk is full', async () => {
  const gateway = await gatewayOfTest()
  const { db, pool } = gateway.postgres
  const cookie = await gateway.loginAs(await makeUser(db))
  const upload = async (colour: string) => {
    const file = await makeImage('png', { colour })
    const form = await makeForm({ field: 'avatar', file, name: 'me.png' })
    return gateway.send('POST', '/api/auth/avatar', { as: cookie, ...form })
  }
  const before = currentUser.parse((await upload('blue')).json).avatar_path ?? expect.fail('no avatar')
  await pool.query(`
    CREATE FUNCTION raise_disk_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE disk_full; END $$;
    CREATE TRIGGER disk_full AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION raise_disk_full()`)
  expect(await upload('red')).toMatchObject(refusal(503, 'unavailable'))
  const me = await gateway.send('GET', '/api/auth/me', { as: cookie })
  expect(currentUser.parse(me.json).avatar_path).toBe(before)
  expect((await fetch(gateway.url + before)).status).toBe(200)
})
