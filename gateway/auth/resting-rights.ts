import type { Rights } from '@called-it/infra/postgres/queries/accounts/users'

export type SecondFactor = { readonly requiresPasskeys: boolean; readonly hasUsedPasskey: boolean }

/**
 * A user with the rights that a session has: those of an admin or operator rest until it uses a passkey. Then
 * `rightsRestAt` is past; it is null where nothing will rest.
 */
export function inSession<Holder extends Rights & { readonly rightsRestAt: Date | null }>(
  holder: Holder,
  { requiresPasskeys, hasUsedPasskey }: SecondFactor,
): Holder & { resting?: Rights } {
  if (!requiresPasskeys || hasUsedPasskey || holder.rightsRestAt === null)
    return { ...holder, rightsRestAt: null }
  if (holder.rightsRestAt.getTime() > Date.now()) return holder
  const { isAdmin, isLiveOperator } = holder
  return { ...holder, isAdmin: false, isLiveOperator: false, resting: { isAdmin, isLiveOperator } }
}
