/** Where a user's picture is had. The address changes with the picture, so that it can be kept for ever. */
export function avatarAddress(userId: number, contentHash: string): string
/** The same, or null where the user has no picture. */
export function avatarAddress(userId: number, contentHash: string | null): string | null
export function avatarAddress(userId: number, contentHash: string | null): string | null {
  return contentHash === null ? null : `/api/avatars/${userId}/${contentHash}.webp`
}
