import type { NewUser } from '@called-it/infra/postgres/queries/accounts/new-users'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { makeUser } from '../factories/accounts.ts'
import type { TestGateway } from './start-gateway.ts'

/** A user with a session; for `as`. */
export type Fan = User & { readonly email: string; readonly as: string }

export async function makeFan(gateway: TestGateway, given: Partial<NewUser> = {}): Promise<Fan> {
  const user = await makeUser(gateway.postgres.db, given)
  return { ...user, as: await gateway.loginAs(user) }
}
