/** Contains a hash of the image, so that browsers can cache it for ever. */
export function avatarPath(userId: number, contentHash: string): string
export function avatarPath(userId: number, contentHash: string | null): string | null
export function avatarPath(userId: number, contentHash: string | null): string | null {
  return contentHash === null ? null : `/api/avatars/${userId}/${contentHash}.webp`
}
